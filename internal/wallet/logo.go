package wallet

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/png"

	"golang.org/x/image/draw"
)

// In points. Phones hide the name beside a wider plate.
const (
	plateWidth  = 110
	plateHeight = logoSide
	plateEdge   = 5
	plateCorner = 7
)

func plates(content []byte) (map[string][]byte, error) {
	logo, err := png.Decode(bytes.NewReader(content))
	if err != nil {
		return nil, fmt.Errorf("reading a logo: %w", err)
	}
	pictures := map[string][]byte{}
	for suffix, density := range densities {
		picture, err := encodePNG(plate(logo, density).RGBA)
		if err != nil {
			return nil, err
		}
		pictures["logo"+suffix+".png"] = picture
	}
	return pictures, nil
}

func plate(logo image.Image, density int) canvas {
	const widest, highest = plateWidth - 2*plateEdge, plateHeight - 2*plateEdge
	size := logo.Bounds().Size()
	scale := min(widest*float64(density)/float64(size.X), highest*float64(density)/float64(size.Y))
	width, height := max(1, int(float64(size.X)*scale)), max(1, int(float64(size.Y)*scale))

	whole := image.Pt(max(width+2*plateEdge*density, plateHeight*density), plateHeight*density)
	c := canvas{image.NewRGBA(image.Rectangle{Max: whole})}
	at := spot{scale: float64(density)}
	c.fill(roundedRectangle(float64(whole.X)/at.scale, float64(whole.Y)/at.scale, plateCorner), at, color.RGBA{255, 255, 255, 255})
	corner := whole.Sub(image.Pt(width, height)).Div(2)
	draw.CatmullRom.Scale(c.RGBA, image.Rectangle{corner, corner.Add(image.Pt(width, height))}, logo, logo.Bounds(), draw.Over, nil)
	return c
}

func roundedRectangle(width, height, corner float64) outline {
	var o outline
	o.moveTo(point{corner, 0})
	o.lineTo(point{width - corner, 0})
	o.quadTo(point{width, 0}, point{width, corner})
	o.lineTo(point{width, height - corner})
	o.quadTo(point{width, height}, point{width - corner, height})
	o.lineTo(point{corner, height})
	o.quadTo(point{0, height}, point{0, height - corner})
	o.lineTo(point{0, corner})
	o.quadTo(point{0, 0}, point{corner, 0})
	return o
}
