package qr

import "math/bits"

// The signs of a block that are no byte to be taken as it stands (RFC 1951, section
// 3.2.5): its end, and the copy of the greatest length.
const (
	endOfBlock  = 256
	longestCopy = 285
)

// code is how a sign is written, from its first bit on.
type code struct {
	bits   uint64
	length int
}

// codeBook has the codes of a picture's stream. All pictures of patterns are made of
// the same four bytes, as modules are 12 pixels wide, and of copies of whole rows, so
// that one book is good for all: a third of what the codes take that every reader
// knows.
type codeBook struct {
	signs     [longestCopy + 1]code
	distances [30]code
}

// newCodeBook gives short codes to what is frequent. In each of the two lists the codes
// use up all there are, which readers demand.
func newCodeBook() *codeBook {
	book := new(codeBook)
	book.signs[0x00].length, book.signs[0xff].length = 1, 2
	book.signs[0x0f].length, book.signs[0xf0].length = 4, 4
	book.signs[longestCopy].length = 5
	for sign := endOfBlock; sign < longestCopy; sign++ {
		book.signs[sign].length = 8
		if sign < endOfBlock+10 {
			book.signs[sign].length = 9
		}
	}
	for sign := range book.distances {
		book.distances[sign].length = 5
		if sign < 2 { // which stand for rows of one and two bytes
			book.distances[sign].length = 4
		}
	}
	number(book.signs[:])
	number(book.distances[:])
	return book
}

// number gives signs the codes that follow from their lengths: short ones first, and
// those of a length in the order of the signs (RFC 1951, section 3.2.2).
func number(codes []code) {
	next := uint16(0)
	for length := 1; length <= 9; length++ {
		for i := range codes {
			if codes[i].length == length {
				codes[i].bits = uint64(bits.Reverse16(next) >> (16 - length))
				next++
			}
		}
		next <<= 1
	}
}

// zeros is the sign by which a list of lengths says that so many are 0, of which there
// are the fewest and the most that it can say.
const zeros, fewest, most = 18, 11, 138

// writeTo says the lengths of all codes, from which readers number them as well (RFC
// 1951, section 3.2.7).
func (book *codeBook) writeTo(p *packer) {
	lengths := lengthCodes()
	p.write(uint64(len(book.signs)-257), 5)
	p.write(uint64(len(book.distances)-1), 5)
	order := [...]int{16, 17, zeros, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1}
	p.write(uint64(len(order)-4), 4)
	for _, sign := range order {
		p.write(uint64(lengths[sign].length), 3)
	}
	p.lengths(&lengths, book.signs[:])
	p.lengths(&lengths, book.distances[:])
}

// lengthCodes are the codes of the lengths that a book has; most are of 5 bits.
func lengthCodes() (lengths [zeros + 1]code) {
	lengths[5].length = 2
	for _, sign := range [...]int{1, 2, 4, 8, 9, zeros} {
		lengths[sign].length = 3
	}
	number(lengths[:])
	return lengths
}

// lengths writes how long codes are, of those that are not there how many they are.
func (p *packer) lengths(lengths *[zeros + 1]code, codes []code) {
	for i := 0; i < len(codes); {
		absent := 0
		for absent < most && i+absent < len(codes) && codes[i+absent].length == 0 {
			absent++
		}
		if absent == 0 {
			p.sign(lengths[codes[i].length])
			i++
			continue
		}
		p.sign(lengths[zeros])
		p.write(uint64(absent-fewest), 7)
		i += absent
	}
}
