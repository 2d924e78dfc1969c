package words

// A Message is a sentence that the program says of what happened.
type Message struct {
	Key  string
	Text string   // in plain English
	With []string // its placeholders
	Of   string   // the placeholder by which it may be said otherwise: "asset" lets asset-gained.gems be said of gems
	One  string   // of plural texts, in plain English, where the number is one
}

// Messages are the sentences, in the order of the documentation. N is a number, as digits; by it plural forms are chosen.
var Messages = []Message{
	{Key: "office-held", Text: "{player} becomes {office}", With: []string{"player", "office"}, Of: "office"},
	{Key: "office-vacant", Text: "nobody is {office}", With: []string{"office"}, Of: "office"},
	{Key: "game-started", Text: "the game starts"},
	{Key: "side-entered", Text: "{side} enters, held by {player}", With: []string{"side", "player"}},
	{Key: "side-left", Text: "{side} leaves the game", With: []string{"side"}},
	{Key: "side-held", Text: "{side} is held by {player}", With: []string{"side", "player"}},
	{Key: "attribute-set", Text: "{side} is {attribute}", With: []string{"side", "attribute"}, Of: "attribute"},
	{Key: "attribute-lifted", Text: "{side} is no longer {attribute}", With: []string{"side", "attribute"}, Of: "attribute"},
	{Key: "allotted", Text: "{side} may choose {n} free pieces of total value {value}", One: "{side} may choose 1 free piece of total value {value}", With: []string{"side", "n", "value"}},
	{Key: "allotment-over", Text: "{side} has no free pieces left to choose", With: []string{"side"}},
	{Key: "asset-gained", Text: "{account} gains {amount}{because}", With: []string{"account", "asset", "amount", "n", "because"}, Of: "asset"},
	{Key: "asset-lost", Text: "{account} loses {amount}{because}", With: []string{"account", "asset", "amount", "n", "because"}, Of: "asset"},
	{Key: "asset-turned", Text: "{account} gains {amount} for {instead}{because}", With: []string{"account", "asset", "amount", "instead", "n", "because"}, Of: "asset"},
	{Key: "assets-cleared", Text: "nobody has any {asset} any more", With: []string{"asset"}, Of: "asset"},
	{Key: "because", Text: " ({reason})", With: []string{"reason"}},
	{Key: "piece-created", Text: "{side} receives {type} {piece}", With: []string{"side", "type", "piece"}, Of: "type"},
	{Key: "piece-moved", Text: "{piece} goes {from} to {to}", With: []string{"piece", "from", "to"}},
	{Key: "piece-placed", Text: "{piece} is placed on {at}", With: []string{"piece", "at"}},
	{Key: "piece-captured", Text: "{piece} on {at} is captured by {by} and belongs to {side}", With: []string{"piece", "at", "by", "side"}},
	{Key: "piece-lifted", Text: "{piece} leaves {from} for its holding{because}", With: []string{"piece", "from", "because"}},
	{Key: "piece-converted", Text: "{piece} belongs to {side} from now on", With: []string{"piece", "side"}},
	{Key: "piece-destroyed", Text: "{piece} is destroyed{because}", With: []string{"piece", "because"}},
	{Key: "piece-promoted", Text: "{piece} is promoted to {type}", With: []string{"piece", "type"}},
	{Key: "counter-changed", Text: "{piece}: {counter} is {n}", With: []string{"piece", "counter", "n"}, Of: "counter"},
	{Key: "played", Text: "{side} plays {play}{because}", With: []string{"side", "play", "because"}, Of: "play"},
	{Key: "play-cut-short", Text: "a check to another side ends the turn before the rest of the play"},
	{Key: "defaults-made", Text: "{side} has made {n} default plays in a row", One: "{side} has made 1 default play in a row", With: []string{"side", "n"}},
	{Key: "limit-set", Text: "the limit of {side} runs until {until}", With: []string{"side", "until"}},
	{Key: "hand-won", Text: "{player} wins hand {hand}: {title}", With: []string{"player", "hand", "title"}},
	{Key: "hand-drawn", Text: "nobody wins hand {hand}: {title}", With: []string{"hand", "title"}},
	{Key: "game-won", Text: "{player} wins the game: {title}", With: []string{"player", "title"}},
	{Key: "game-drawn", Text: "nobody wins the game: {title}", With: []string{"title"}},
	{Key: "lot-drawn", Text: "drawn by lot ({draw}): {result}", With: []string{"draw", "result"}},
	{Key: "stage-announced", Text: "{stage} announced: {starts} to {ends}", With: []string{"stage", "starts", "ends"}, Of: "stage"},
	{Key: "stage-open", Text: "{stage} running from {starts}", With: []string{"stage", "starts"}, Of: "stage"},
	{Key: "stage-running", Text: "{stage} running: {starts} to {ends}", With: []string{"stage", "starts", "ends"}, Of: "stage"},
	{Key: "stage-cancelled", Text: "{stage} cancelled: {starts} to {ends}", With: []string{"stage", "starts", "ends"}, Of: "stage"},
	{Key: "stage-over", Text: "{stage} over: {starts} to {ends}", With: []string{"stage", "starts", "ends"}, Of: "stage"},
	{Key: "to-play", Text: "{side} to play", With: []string{"side"}},
	{Key: "to-play-until", Text: "{side} to play, until {until}", With: []string{"side", "until"}},
	{Key: "to-play-all", Text: "everybody: {stage}", With: []string{"stage"}, Of: "stage"},
	{Key: "suspended", Text: "nobody: the game is suspended until somebody is {office}", With: []string{"office"}, Of: "office"},
}

// Labels are what stands before a list or above a column, by what the program calls it, in the order of the documentation.
var Labels = []Message{
	{Key: "holder", Text: "player"}, {Key: "weights", Text: "Weights"}, {Key: "check", Text: "Check"}, {Key: "next", Text: "Next"},
}

// Plays are the kinds of atomic plays that every game has, beside the kinds of moves that its rules declare.
var Plays = []string{"move", "capture", "placement", "pass", "surrender"}

func find(list []Message, key string) *Message {
	for i := range list {
		if list[i].Key == key {
			return &list[i]
		}
	}
	return nil
}

func keys(list []Message) []string {
	out := make([]string, len(list))
	for i := range list {
		out[i] = list[i].Key
	}
	return out
}
