package loyalty

import "slices"

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

// Colours are all there are, in the order in which they are offered.
func Colours() []Colour {
	return []Colour{ColourGreen, ColourTeal, ColourBlue, ColourPurple, ColourRed, ColourBrown, ColourOlive, ColourBlack}
}

// OrDefault is the colour, or ColourGreen where none was chosen.
func (c Colour) OrDefault() Colour {
	if slices.Contains(Colours(), c) {
		return c
	}
	return ColourGreen
}

func (c *validator) colour(field, text string) Colour {
	colour := Colour(text)
	if colour.OrDefault() != colour {
		c.refuse(field, "El color no existe.")
	}
	return colour
}
