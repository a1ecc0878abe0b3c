package wallet

import (
	"cmp"
	"image"
	"image/color"
	"maps"
	"slices"
)

// toPalette reduces a picture to 256 colours, a third of the bytes. The most frequent inks stay exact.
func toPalette(picture *image.RGBA) *image.Paletted {
	lengths := map[color.RGBA]int{}
	for ink, length := range runs(picture) {
		lengths[ink] += length
	}
	palettedPicture := image.NewPaletted(picture.Rect, nil)
	at := palettedPicture.Pix
	palette, places := choosePalette(mostFrequentFirst(lengths))
	palettedPicture.Palette = palette
	for ink, length := range runs(picture) {
		place := places[ink]
		for i := range length {
			at[i] = place
		}
		at = at[length:]
	}
	return palettedPicture
}

// choosePalette returns a palette with the first colours, and further ones that differ most from those chosen.
func choosePalette(inks []color.RGBA) (palette color.Palette, places map[color.RGBA]uint8) {
	const most, exact = 256, 16
	nearest, off := make([]uint8, len(inks)), make([]int, len(inks))
	next := 0
	for len(palette) < min(most, len(inks)) {
		for i, ink := range inks {
			if far := distance(ink, inks[next]); len(palette) == 0 || far < off[i] {
				nearest[i], off[i] = uint8(len(palette)), far
			}
		}
		palette = append(palette, inks[next])
		if next = len(palette); next >= exact {
			next = slices.Index(off, slices.Max(off))
		}
	}
	places = make(map[color.RGBA]uint8, len(inks))
	for i, ink := range inks {
		places[ink] = nearest[i]
	}
	return palette, places
}

func distance(a, b color.RGBA) int {
	red, green, blue := int(a.R)-int(b.R), int(a.G)-int(b.G), int(a.B)-int(b.B)
	return red*red + green*green + blue*blue
}

// runs yields lengths of equal pixels, across rows.
func runs(picture *image.RGBA) func(yield func(color.RGBA, int) bool) {
	return func(yield func(color.RGBA, int) bool) {
		var last color.RGBA
		length := 0
		for at := 0; at < len(picture.Pix); at += 4 {
			ink := color.RGBA{picture.Pix[at], picture.Pix[at+1], picture.Pix[at+2], picture.Pix[at+3]}
			if ink != last && length > 0 {
				if !yield(last, length) {
					return
				}
				length = 0
			}
			last = ink
			length++
		}
		yield(last, length)
	}
}

// mostFrequentFirst sorts colours by frequency, and ties by value, because equal cards must have equal pictures.
func mostFrequentFirst(inks map[color.RGBA]int) []color.RGBA {
	return slices.SortedFunc(maps.Keys(inks), func(a, b color.RGBA) int {
		return cmp.Or(cmp.Compare(inks[b], inks[a]), cmp.Compare(a.R, b.R), cmp.Compare(a.G, b.G), cmp.Compare(a.B, b.B))
	})
}
