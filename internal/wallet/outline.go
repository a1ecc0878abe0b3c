package wallet

import (
	"image"
	"image/color"
	"math"

	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/vector"
)

// point is a position. x grows to the right and y down. In the outline of a stamp the origin is its centre, and its width
// is 100 units.
type point struct{ x, y float64 }

// segment ends at its last point; the others are control points.
type segment struct {
	op     sfnt.SegmentOp
	points [3]point
}

// outline consists of contours. A contour drawn in the opposite direction to the one around it cuts a hole.
type outline []segment

func (o *outline) moveTo(to point) { *o = append(*o, segment{sfnt.SegmentOpMoveTo, [3]point{to}}) }
func (o *outline) lineTo(to point) { *o = append(*o, segment{sfnt.SegmentOpLineTo, [3]point{to}}) }
func (o *outline) quadTo(by, to point) {
	*o = append(*o, segment{sfnt.SegmentOpQuadTo, [3]point{by, to}})
}
func (o *outline) cubicTo(by, then, to point) {
	*o = append(*o, segment{sfnt.SegmentOpCubeTo, [3]point{by, then, to}})
}

func (s segment) pointCount() int {
	switch s.op {
	case sfnt.SegmentOpQuadTo:
		return 2
	case sfnt.SegmentOpCubeTo:
		return 3
	default:
		return 1
	}
}

func (o outline) mapPoints(transform func(point) point) outline {
	mappedOutline := make(outline, len(o))
	for i, s := range o {
		mappedOutline[i].op = s.op
		for at := range s.pointCount() {
			mappedOutline[i].points[at] = transform(s.points[at])
		}
	}
	return mappedOutline
}

func (o outline) mirror() outline {
	return o.mapPoints(func(p point) point { return point{-p.x, p.y} })
}

// spot is where, how large and how tilted an outline is drawn.
type spot struct {
	origin point   // in pixels
	scale  float64 // pixels per unit of the outline
	tilt   float64 // degrees clockwise
}

func (s spot) transform(p point) point {
	sin, cos := math.Sincos(s.tilt * math.Pi / 180)
	return point{s.origin.x + s.scale*(p.x*cos-p.y*sin), s.origin.y + s.scale*(p.x*sin+p.y*cos)}
}

type canvas struct{ *image.RGBA }

func (c canvas) fill(o outline, at spot, ink color.RGBA) {
	o = o.mapPoints(at.transform)
	box := o.box()
	brush := vector.NewRasterizer(box.Dx(), box.Dy())
	toBox := func(p point) (float32, float32) {
		return float32(p.x - float64(box.Min.X)), float32(p.y - float64(box.Min.Y))
	}
	for _, s := range o {
		drawSegment(brush, s, toBox)
	}
	brush.ClosePath()
	// Drawing into an image.RGBA is ten times as fast as into other images.
	brush.Draw(c.RGBA, box, image.NewUniform(ink), image.Point{})
}

func drawSegment(brush *vector.Rasterizer, s segment, toBox func(point) (float32, float32)) {
	ax, ay := toBox(s.points[0])
	bx, by := toBox(s.points[1])
	cx, cy := toBox(s.points[2])
	switch s.op {
	case sfnt.SegmentOpMoveTo:
		brush.ClosePath()
		brush.MoveTo(ax, ay)
	case sfnt.SegmentOpLineTo:
		brush.LineTo(ax, ay)
	case sfnt.SegmentOpQuadTo:
		brush.QuadTo(ax, ay, bx, by)
	case sfnt.SegmentOpCubeTo:
		brush.CubeTo(ax, ay, bx, by, cx, cy)
	}
}

func (o outline) box() image.Rectangle {
	least, most := point{math.Inf(1), math.Inf(1)}, point{math.Inf(-1), math.Inf(-1)}
	for _, s := range o {
		for _, p := range s.points[:s.pointCount()] {
			least = point{math.Min(least.x, p.x), math.Min(least.y, p.y)}
			most = point{math.Max(most.x, p.x), math.Max(most.y, p.y)}
		}
	}
	return image.Rect(int(math.Floor(least.x)), int(math.Floor(least.y)), int(math.Ceil(most.x)), int(math.Ceil(most.y)))
}

func polar(distance, angle float64) point {
	sin, cos := math.Sincos(angle)
	return point{distance * cos, distance * sin}
}

// smooth returns a smooth contour, with the corners as control points.
func smooth(corners []point) outline {
	middle := func(a, b point) point { return point{(a.x + b.x) / 2, (a.y + b.y) / 2} }
	var o outline
	o.moveTo(middle(corners[len(corners)-1], corners[0]))
	for i, corner := range corners {
		o.quadTo(corner, middle(corner, corners[(i+1)%len(corners)]))
	}
	return o
}

func disc(middle point, radius float64) outline {
	const corners = 16
	var outlinePoints []point
	for i := range corners {
		p := polar(radius/math.Cos(math.Pi/corners), 2*math.Pi*float64(i)/corners)
		outlinePoints = append(outlinePoints, point{middle.x + p.x, middle.y + p.y})
	}
	return smooth(outlinePoints)
}

func ring(middle point, radius, width float64) outline {
	hole := disc(point{}, radius-width/2).mirror().mapPoints(func(p point) point { return point{middle.x + p.x, middle.y + p.y} })
	return append(disc(middle, radius+width/2), hole...)
}
