package loyalty

import "image/color"

// Colour is the enamel of a business's sign, by which its cards, its poster and its
// passes are told from others. Only those of the list are there to choose from: each of
// them is read on its sign and on its card as well as the first.
type Colour string

// The colours. ColourGreen is everybody's who has chosen none.
const (
	ColourGreen  Colour = "GREEN"
	ColourTeal   Colour = "TEAL"
	ColourBlue   Colour = "BLUE"
	ColourPurple Colour = "PURPLE"
	ColourRed    Colour = "RED"
	ColourBrown  Colour = "BROWN"
	ColourOlive  Colour = "OLIVE"
	ColourBlack  Colour = "BLACK"
)

// Inks are what a colour makes of a card by day.
type Inks struct {
	Enamel color.RGBA // of the sign, which carries the name in cream
	Stamp  color.RGBA // what stamps are pressed with
	Print  color.RGBA // of the empty places
}

type colourRow struct {
	colour Colour
	inks   Inks
}

// The screens draw the same inks by the hues of colours.css.
var colourRows = []colourRow{
	{ColourGreen, Inks{rgb(0x00, 0x4c, 0x35), rgb(0x00, 0x53, 0x39), rgb(0x4b, 0x6c, 0x5d)}},
	{ColourTeal, Inks{rgb(0x00, 0x48, 0x55), rgb(0x00, 0x4f, 0x5e), rgb(0x4a, 0x69, 0x71)}},
	{ColourBlue, Inks{rgb(0x1d, 0x3c, 0x79), rgb(0x1d, 0x41, 0x86), rgb(0x4f, 0x63, 0x88)}},
	{ColourPurple, Inks{rgb(0x4f, 0x2f, 0x64), rgb(0x56, 0x32, 0x6f), rgb(0x6d, 0x5b, 0x7b)}},
	{ColourRed, Inks{rgb(0x6e, 0x21, 0x24), rgb(0x7a, 0x20, 0x25), rgb(0x84, 0x55, 0x53)}},
	{ColourBrown, Inks{rgb(0x5a, 0x35, 0x1b), rgb(0x63, 0x39, 0x1a), rgb(0x75, 0x5e, 0x4f)}},
	{ColourOlive, Inks{rgb(0x3b, 0x45, 0x16), rgb(0x40, 0x4b, 0x13), rgb(0x60, 0x67, 0x4d)}},
	{ColourBlack, Inks{rgb(0x3c, 0x40, 0x46), rgb(0x41, 0x45, 0x4c), rgb(0x61, 0x63, 0x67)}},
}

func rgb(red, green, blue uint8) color.RGBA { return color.RGBA{red, green, blue, 255} }

// row is the first where a business has chosen none.
func (c Colour) row() colourRow {
	for _, row := range colourRows {
		if row.colour == c {
			return row
		}
	}
	return colourRows[0]
}

// OrOurs is the colour, or ColourGreen where none was chosen.
func (c Colour) OrOurs() Colour { return c.row().colour }

// Inks are what is drawn with.
func (c Colour) Inks() Inks { return c.row().inks }

// Colours are all there are, in the order in which they are offered.
func Colours() []Colour {
	all := make([]Colour, len(colourRows))
	for i, row := range colourRows {
		all[i] = row.colour
	}
	return all
}

func (c *check) colour(field, text string) Colour {
	colour := Colour(text)
	if colour.OrOurs() != colour {
		c.refuse(field, "El color no existe.")
	}
	return colour
}
