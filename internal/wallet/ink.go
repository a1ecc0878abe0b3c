package wallet

import (
	"image/color"
	"math"
)

// stock and the inks are as in the light theme (tokens.css). A pass looks the same in the dark theme.
func stock() color.RGBA     { return color.RGBA{248, 243, 230, 255} }
func brass() color.RGBA     { return color.RGBA{223, 175, 80, 255} }
func brassDeep() color.RGBA { return color.RGBA{203, 147, 55, 255} }
func brassInk() color.RGBA  { return color.RGBA{112, 73, 13, 255} }
func onBrass() color.RGBA   { return color.RGBA{39, 26, 9, 255} }
func cream() color.RGBA     { return color.RGBA{250, 246, 238, 255} }

func fadedInk(ink color.RGBA) color.RGBA {
	mix := func(ink, paper uint8) uint8 { return uint8(math.Round(0.62*float64(ink) + 0.38*float64(paper))) }
	paper := stock()
	return color.RGBA{mix(ink.R, paper.R), mix(ink.G, paper.G), mix(ink.B, paper.B), 255}
}

// impression is the shape of a stamp. It depends only on the place, as in ink.ts.
type impression struct {
	tilt   float64
	shift  point
	edge   outline
	specks outline
}

func impressionOn(place int64) impression {
	random := sequence(uint32(place) * 0x9e3779b9)
	between := func(low, high float64) float64 { return low + (high-low)*random() }
	var ink impression
	ink.tilt = between(5, 17)
	if random() < 0.5 {
		ink.tilt = -ink.tilt
	}
	ink.shift.x = between(-3, 3)
	ink.shift.y = between(-3, 3)
	const corners, specks = 30, 16
	var outlinePoints []point
	for i := range corners {
		outlinePoints = append(outlinePoints, polar(44+between(-0.9, 0.6), float64(i)*2*math.Pi/corners))
	}
	ink.edge = smooth(outlinePoints)
	for range specks {
		angle := between(0, 2*math.Pi)
		distance := 44 * math.Sqrt(random())
		ink.specks = append(ink.specks, disc(polar(distance, angle), between(0.4, 1.5))...)
	}
	return ink
}

// sequence is a deterministic random generator (mulberry32).
func sequence(state uint32) func() float64 {
	return func() float64 {
		state += 0x6d2b79f5
		bits := (state ^ state>>15) * (1 | state)
		bits ^= bits + (bits^bits>>7)*(61|bits)
		return float64(bits^bits>>14) / (1 << 32)
	}
}

func rosette() outline {
	const radius, lobes = 48.0, 16
	var outlinePoints []point
	for i := range 2 * lobes {
		outlinePoints = append(outlinePoints, polar(radius*[]float64{1, 0.87}[i%2], float64(i)*math.Pi/lobes))
	}
	return smooth(outlinePoints)
}

func star() outline {
	const radius = 24.0
	var o outline
	for i := range 10 {
		corner := polar(radius*[]float64{1, 0.42}[i%2], float64(i)*math.Pi/5-math.Pi/2)
		if i == 0 {
			o.moveTo(corner)
			continue
		}
		o.lineTo(corner)
	}
	return o
}

func blade() outline {
	var o outline
	o.moveTo(point{-12.5, -29.5})
	o.cubicTo(point{-8, -24}, point{1.8, -4.5}, point{4.2, 1.2})
	o.lineTo(point{9.6, 12})
	o.lineTo(point{6, 14})
	o.lineTo(point{-1.4, 2.6})
	o.cubicTo(point{-4.8, -4.6}, point{-12, -20.5}, point{-12.5, -29.5})
	return o
}

// scissors returns several outlines: overlapping contours of one would cut holes.
func scissors() []outline {
	return []outline{blade(), blade().mirror(), ring(point{-11, 18.5}, 7, 4), ring(point{11, 18.5}, 7, 4)}
}
