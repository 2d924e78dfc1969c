package draw

// The colours of pictures beside those of sides and regions. A test holds each to the contrast that its use asks for, and the code to these.
const (
	lightSquare = "#f2eee3"
	darkSquare  = "#dfd8c6"
	wall        = "#8d877b"
	wallHatch   = "#a39d90"
	noSquare    = "#a9b7c4"
	frame       = "#8a8474"
	discEdge    = "#2a2a2a" // of an opacity of 0.8
	halo        = "#ffffff" // about a dot
	squareText  = "#403c34" // tags and states
	pageText    = "#727780" // a grey that can be read on white and on black
	checkText   = "#e0283a" // the same
	checkMark   = "#8a0f2c"
)

// A use is what a colour is for, and so how much contrast it must have against what (WCAG 2.2, 1.4.3 and 1.4.11).
type use int

const (
	ground   use = iota // others must stand out on it
	onSquare            // a text on squares
	onPage              // a text on light and dark pages
	shape               // a shape on squares that tells something
	adorning            // tells nothing that is not told otherwise
)

// palette is every colour of a picture that is not a side's or a region's, by what it is for.
var palette = map[string]use{
	lightSquare: ground, darkSquare: ground,
	squareText: onSquare,
	pageText:   onPage, checkText: onPage,
	checkMark: shape,
	wall:      adorning, wallHatch: adorning, noSquare: adorning, frame: adorning, // hatched, or said in a title; between board and page
	discEdge: adorning, // of a disc, tested with each fill
	halo:     adorning,
}
