package loyalty

import "slices"

// Colour is a brand colour with enough contrast.
type Colour string

// Colours. ColourGreen is the default.
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

// Colours returns all colours in display order.
func Colours() []Colour {
	return []Colour{ColourGreen, ColourTeal, ColourBlue, ColourPurple, ColourRed, ColourBrown, ColourOlive, ColourBlack}
}

// OrDefault returns the colour, or ColourGreen for none or an unknown one.
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
