package qr

import (
	"encoding/binary"
	"hash/crc32"
	"math/bits"

	"rsc.io/qr"
)

// quiet is how many modules wide the white border is that readers look for, by
// ISO 18004.
const quiet = 4

// drawn returns a pattern as a PNG in black and white. What is the same stands in
// it once: the pixels of a module's first row, and that the row comes again, so
// that neither the pixels nor their sums are gone through twelve times.
func drawn(code *qr.Code) []byte {
	side := (code.Size + 2*quiet) * moduleSize
	header := binary.BigEndian.AppendUint32(nil, uint32(side))
	header = binary.BigEndian.AppendUint32(header, uint32(side))
	header = append(header, 1, 0, 0, 0, 0) // a bit for each pixel, gray, and nothing out of the ordinary
	picture := []byte("\x89PNG\r\n\x1a\n")
	picture = appendChunk(picture, "IHDR", header)
	picture = appendChunk(picture, "IDAT", pixels(code, side))
	return appendChunk(picture, "IEND", nil)
}

func appendChunk(picture []byte, kind string, content []byte) []byte {
	picture = binary.BigEndian.AppendUint32(picture, uint32(len(content)))
	begin := len(picture)
	picture = append(picture, kind...)
	picture = append(picture, content...)
	return binary.BigEndian.AppendUint32(picture, crc32.ChecksumIEEE(picture[begin:]))
}

// pair is two modules side by side, of which a row has whole bytes, and what the
// compressed row says of them.
type pair struct {
	pixels [2 * moduleSize / 8]byte
	code   uint64
	length int
}

// pairs returns those of white and black modules: at 1 the right one is black, at
// 2 the left one, at 3 both.
func pairs(book *codeBook) (all [4]pair) {
	const white = 1<<moduleSize - 1
	for i := range all {
		row := white<<moduleSize*(1-i>>1) | white*(1-i&1)
		for at := range all[i].pixels {
			value := byte(row >> (2*moduleSize - 8 - 8*at))
			said := book.signs[value]
			all[i].pixels[at] = value
			all[i].code |= said.bits << all[i].length
			all[i].length += said.length
		}
	}
	return all
}

// pixels returns the rows of a pattern, compressed.
func pixels(code *qr.Code, side int) []byte {
	p := newPacker(side)
	p.line(code, -1, quiet*moduleSize)
	for y := range code.Size {
		p.line(code, y, moduleSize)
	}
	p.line(code, code.Size, quiet*moduleSize)
	return p.end()
}

func dark(code *qr.Code, x, y int) int {
	if code.Black(x, y) {
		return 1
	}
	return 0
}

// packer writes a zlib stream (RFC 1950 and 1951) of one block, which begins with its
// code book.
type packer struct {
	book  *codeBook
	pairs [4]pair
	row   []byte // of pixels, the last one
	out   []byte
	held  uint64 // bits that are not out yet, and how many
	count int
	a, b  uint64 // the sums of Adler-32
}

// newPacker begins a stream of rows that are so many pixels wide.
func newPacker(side int) *packer {
	book := newCodeBook()
	p := &packer{book: book, pairs: pairs(book), row: make([]byte, 0, side/8+2), out: make([]byte, 0, side*side/128), a: 1}
	p.out = append(p.out, 0x78, 0x01)
	const lastBlock, ownCodes = 1, 2 << 1
	p.write(lastBlock|ownCodes, 3)
	book.writeTo(p)
	return p
}

// line adds the modules in line y, so many pixels high.
func (p *packer) line(code *qr.Code, y, height int) {
	const asItIs, white = 0, 0xff
	p.row = p.row[:0]
	p.plain(asItIs)
	last := code.Size + quiet - 1
	for x := -quiet; x < last; x += 2 {
		next := &p.pairs[dark(code, x, y)<<1|dark(code, x+1, y)]
		p.row = append(p.row, next.pixels[:]...)
		p.write(next.code, next.length)
	}
	// Of the border: the modules are odd in number.
	for range (moduleSize + 7) / 8 {
		p.plain(white)
	}
	p.repeat(len(p.row)*(height-1), len(p.row))
	p.sum(height)
}

// plain adds a byte of a row as it stands.
func (p *packer) plain(value byte) {
	p.sign(p.book.signs[value])
	p.row = append(p.row, value)
}

// sum adds the row to the checksum, so many times.
func (p *packer) sum(times int) {
	const modulus = 65521
	var plain, weighted uint64
	for _, value := range p.row {
		plain += uint64(value)
		weighted += plain
	}
	for range times {
		p.b = (p.b + uint64(len(p.row))*p.a + weighted) % modulus
		p.a = (p.a + plain) % modulus
	}
}

// repeat copies length bytes from so far back.
func (p *packer) repeat(length, distance int) {
	const longest, shortest = 258, 3
	for length > 0 {
		step := min(length, longest)
		if rest := length - step; rest > 0 && rest < shortest {
			step -= shortest
		}
		p.length(step - shortest)
		p.distance(distance - 1)
		length -= step
	}
}

// length writes how long a copy is, beyond the shortest.
func (p *packer) length(beyond int) {
	const longest = 255
	extra := max(0, bits.Len(uint(beyond))-3)
	sign := endOfBlock + 1 + 4*extra + beyond>>extra
	if beyond == longest {
		extra, sign = 0, longestCopy
	}
	p.sign(p.book.signs[sign])
	p.write(uint64(beyond)&(1<<extra-1), extra)
}

// distance writes how far back a copy is taken from, beyond the last byte.
func (p *packer) distance(beyond int) {
	extra := max(0, bits.Len(uint(beyond))-2)
	p.sign(p.book.distances[2*extra+beyond>>extra])
	p.write(uint64(beyond)&(1<<extra-1), extra)
}

func (p *packer) sign(said code) { p.write(said.bits, said.length) }

func (p *packer) write(value uint64, length int) {
	p.held |= value << p.count
	if p.count += length; p.count >= 32 {
		p.out = binary.LittleEndian.AppendUint32(p.out, uint32(p.held))
		p.held >>= 32
		p.count -= 32
	}
}

// end returns the stream.
func (p *packer) end() []byte {
	p.sign(p.book.signs[endOfBlock])
	for ; p.count > 0; p.count -= 8 {
		p.out = append(p.out, byte(p.held))
		p.held >>= 8
	}
	return binary.BigEndian.AppendUint32(p.out, uint32(p.b<<16|p.a))
}
