package wallet

import (
	"image/color"

	"axioma/internal/loyalty"
)

// Inks are a card's colours in the light theme.
type Inks struct {
	Enamel color.RGBA // of the sign, with the name in cream
	Stamp  color.RGBA
	Print  color.RGBA
}

type colourRow struct {
	colour loyalty.Colour
	inks   Inks
}

// colourRows are as in colours.css.
var colourRows = []colourRow{
	{loyalty.ColourGreen, Inks{rgb(0x00, 0x4c, 0x35), rgb(0x00, 0x53, 0x39), rgb(0x4b, 0x6c, 0x5d)}},
	{loyalty.ColourTeal, Inks{rgb(0x00, 0x48, 0x55), rgb(0x00, 0x4f, 0x5e), rgb(0x4a, 0x69, 0x71)}},
	{loyalty.ColourBlue, Inks{rgb(0x1d, 0x3c, 0x79), rgb(0x1d, 0x41, 0x86), rgb(0x4f, 0x63, 0x88)}},
	{loyalty.ColourPurple, Inks{rgb(0x4f, 0x2f, 0x64), rgb(0x56, 0x32, 0x6f), rgb(0x6d, 0x5b, 0x7b)}},
	{loyalty.ColourRed, Inks{rgb(0x6e, 0x21, 0x24), rgb(0x7a, 0x20, 0x25), rgb(0x84, 0x55, 0x53)}},
	{loyalty.ColourBrown, Inks{rgb(0x5a, 0x35, 0x1b), rgb(0x63, 0x39, 0x1a), rgb(0x75, 0x5e, 0x4f)}},
	{loyalty.ColourOlive, Inks{rgb(0x3b, 0x45, 0x16), rgb(0x40, 0x4b, 0x13), rgb(0x60, 0x67, 0x4d)}},
	{loyalty.ColourBlack, Inks{rgb(0x3c, 0x40, 0x46), rgb(0x41, 0x45, 0x4c), rgb(0x61, 0x63, 0x67)}},
}

func rgb(red, green, blue uint8) color.RGBA { return color.RGBA{red, green, blue, 255} }

// InksOf returns a colour's inks, the first colour's for an unknown one.
func InksOf(colour loyalty.Colour) Inks {
	for _, row := range colourRows {
		if row.colour == colour {
			return row.inks
		}
	}
	return colourRows[0].inks
}
