package cases

// A Section is what the cases of one file have in common, as its first document states it.
type Section struct {
	Name  string `yaml:"section"` // the clauses under test: "12.2 §6.C"
	Title string `yaml:"title"`
	About string `yaml:"about"` // what the cases ask, in a sentence or two
}

// A Case is one adjudication test case as its file states it.
type Case struct {
	ID       string    `yaml:"id"`
	Title    string    `yaml:"title"`
	Purpose  string    `yaml:"purpose"`
	Clauses  Clauses   `yaml:"clause"`  // the clauses under test
	Readings Readings  `yaml:"reading"` // the readings it rests on; the register's defaults otherwise
	Sides    Sides     `yaml:"sides"`   // in order of creation, which is that of play unless List says otherwise
	FEN      string    `yaml:"fen"`     // instead of sides: the position in one line, for a system that has such; or "start", its opening array
	List     Names     `yaml:"list"`
	Game     *GameSpec `yaml:"game"`
	Rules    Names     `yaml:"rules"` // files of rules in force besides the built-in ones, or in their place
	Holds    *Claims   `yaml:"holds"` // of the set-up
	Steps    []Step    `yaml:"steps"`

	File    string   `yaml:"-"` // path in the file system it was loaded from
	Line    int      `yaml:"-"`
	Section *Section `yaml:"-"` // nil for a case in a file of its own

	wording wording
}

// SideSpec is one side of a set-up.
type SideSpec struct {
	Name       string            `yaml:"-"`
	Player     string            `yaml:"player"` // default: the side's own name
	Board      Pieces            `yaml:"board"`
	Hand       Holding           `yaml:"hand"` // off-board pieces
	Last       *LastSpec         `yaml:"last"` // most recent atomic play
	Money      *Amount           `yaml:"money"`
	Assets     map[string]Amount `yaml:"assets"`     // that its player has, besides money
	Attributes map[string]bool   `yaml:"attributes"` // what is true of it
	Vacation   bool              `yaml:"vacation"`   // its player is on vacation
	Defaults   int               `yaml:"defaults"`   // default plays in a row
}

// GameSpec is what a set-up says besides its sides.
type GameSpec struct {
	Umpire  string               `yaml:"umpire"`  // default "Umpire"; "none" leaves the office empty
	Started *bool                `yaml:"started"` // default true
	Players map[string]Names     `yaml:"players"` // status → players without a side
	Stages  map[string]StageSpec `yaml:"stages"`
	Stage   string               `yaml:"stage"`  // that runs, of no set length
	Owners  map[string]Names     `yaml:"owners"` // asset → players who own one
}

// StageSpec is a stage of the rules on the day of the set-up.
type StageSpec struct {
	State  string  `yaml:"state"`  // "announced", "running", "over"
	Starts *Moment `yaml:"starts"` // relative to the set-up; may be negative
	Ends   *Moment `yaml:"ends"`
}

// A Step is one input with its verdict. Exactly one of Play and Do is set.
type Step struct {
	By    string  `yaml:"by"`    // the side that plays; default: the side whose turn it is
	Play  string  `yaml:"play"`  // in the notation of plays
	Do    string  `yaml:"do"`    // any other input, in words
	Rule  string  `yaml:"rule"`  // with "do: enact" and "do: amend": the rule, unless they name its file
	At    *Moment `yaml:"at"`    // since the set-up; default: a minute after the step before
	Sent  *Moment `yaml:"sent"`  // with a play: when its author sent it, since the set-up
	Falls bool    `yaml:"falls"` // with a play: another history finds it illegal, and puts the default play in its place
	Late  bool    `yaml:"late"`  // another history puts it in, where it was not entered
	Is    Verdict `yaml:"is"`
	Then  *Claims `yaml:"then"`
	Line  int     `yaml:"-"`
}

// Claims are what must hold at one moment. What they do not mention is free.
type Claims struct {
	Board      map[string]string            `yaml:"board"`      // square → "Red Rook", "Red HarfyBlob (Hn=3)" or "empty"
	Hand       map[string]Holding           `yaml:"hand"`       // side → all its off-board pieces
	Owns       map[string]int               `yaml:"owns"`       // side → number of pieces
	Pieces     map[string]PieceClaim        `yaml:"pieces"`     // "a5" or, off-board, "Red C"
	Turn       string                       `yaml:"turn"`       //
	End        string                       `yaml:"end"`        // of the game: its title, with a comma and the winner unless nobody has won; or "none"
	Skipped    *Names                       `yaml:"skipped"`    // sides passed over when the turn began
	List       *Names                       `yaml:"list"`       // all sides in the order of play
	Checks     *map[string]Squares          `yaml:"checks"`     // every side in check → the squares of what checks it
	Weights    map[string]Amount            `yaml:"weights"`    // side → Weight
	Counts     map[string]int               `yaml:"counts"`     // side → pieces that count for play shapes
	Accounts   map[string]map[string]Amount `yaml:"accounts"`   // player → asset → balance
	Last       map[string]LastSpec          `yaml:"last"`       // side → most recent atomic play
	Limit      *Moment                      `yaml:"limit"`      // when the running turn expires, since the set-up
	Title      *Names                       `yaml:"titles"`     // players with a title, once for each
	Awards     map[string]map[string]int    `yaml:"awards"`     // player → award → number
	Owners     map[string]Names             `yaml:"owners"`     // asset → players who have some, once for each
	Free       map[string]FreeSpec          `yaml:"free"`       // side → right to free pieces
	Sides      *Names                       `yaml:"sides"`      // all sides, in order of creation
	Attributes map[string]Names             `yaml:"attributes"` // attribute → all sides that have it
	Defaults   map[string]int               `yaml:"defaults"`   // side → default plays in a row
	Umpire     string                       `yaml:"umpire"`     // or "none"
	Stages     map[string]string            `yaml:"stages"`     // stage → its state
	StageEnds  map[string]Moment            `yaml:"stage_ends"` // stage → when it ends
	Sees       map[string]map[string]string `yaml:"sees"`       // side, or "nobody" → square → as Board, "Red ?" if the type is not known, or "hidden"

	SeesHands    map[string]map[string]string `yaml:"sees_hands"`    // side, or "nobody" → side → its pieces off the board that are seen, "?" if the type is not known
	SeesAccounts map[string]map[string]string `yaml:"sees_accounts"` // side, or "nobody" → account → what is seen of it: "gems 2, money 3"
}

// PieceClaim is what must hold of one piece. On-board lists leave the piece's own side's
// duty to get out of check aside unless they are called legal.
type PieceClaim struct {
	Value         *Amount  `yaml:"value"`
	Mobility      *Amount  `yaml:"mobility"`
	Moves         *Squares `yaml:"moves"`
	Captures      *Squares `yaml:"captures"` // squares of what it attacks; "a5(shot)" if it stays where it is
	Defends       *Squares `yaml:"defends"`
	Kinds         *Squares `yaml:"kinds"` // where its moves of declared kinds lead
	Placements    *Squares `yaml:"placements"`
	LegalMoves    *Squares `yaml:"legal_moves"`
	LegalCaptures *Squares `yaml:"legal_captures"`
	Exits         *bool    `yaml:"exits"` // whether it may leave the board by a move
}
