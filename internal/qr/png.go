package qr

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"sync"

	"rsc.io/qr"
)

const (
	// moduleBytes is how many bytes of eight pixels each square of the pattern
	// is wide: whole ones, so that rows are put together byte by byte.
	moduleBytes = 3
	// moduleSize is how many pixels wide and high each square is: a whole
	// number, so that all are alike, and large enough that the picture, over
	// 1,000 pixels wide, stays sharp on the densest screen, on paper and after
	// a messenger has shrunk it.
	moduleSize = 8 * moduleBytes
	// quiet is how many squares have to stay white around the pattern for
	// readers to find its end (ISO 18004).
	quiet = 4

	black, white byte = 0x00, 0xff
)

// What the format says of a row: that it stands for itself, or that it is the
// row above with something added (PNG, section 9).
const (
	filterNone byte = 0
	filterUp   byte = 2
)

// signature is what every PNG begins with, and ofOneBit what its header says
// of pixels that are black or white.
const (
	signature = "\x89PNG\r\n\x1a\n"
	ofOneBit  = "\x01\x00\x00\x00\x00"
)

// compressors are kept because each is larger than ten pictures.
var compressors sync.Pool

// encodePNG draws a code. All rows of a square but its first repeat the row
// above, which costs next to nothing: an encoder that does not know takes five
// times as long.
func encodePNG(code *qr.Code) ([]byte, error) {
	pixels, err := compressedRows(code)
	if err != nil {
		return nil, err
	}
	side := binary.BigEndian.AppendUint32(nil, uint32((code.Size+2*quiet)*moduleSize))
	picture := []byte(signature)
	picture = appendChunk(picture, "IHDR", bytes.Join([][]byte{side, side, []byte(ofOneBit)}, nil))
	picture = appendChunk(picture, "IDAT", pixels)
	return appendChunk(picture, "IEND", nil), nil
}

func compressedRows(code *qr.Code) ([]byte, error) {
	var packed bytes.Buffer
	w, kept := compressors.Get().(*zlib.Writer)
	if kept {
		w.Reset(&packed)
	} else {
		var err error
		if w, err = zlib.NewWriterLevel(&packed, zlib.BestSpeed); err != nil {
			return nil, fmt.Errorf("compressing a picture: %w", err)
		}
	}
	defer compressors.Put(w)
	var rows []byte
	for y := -quiet; y < code.Size+quiet; y++ {
		rows = appendSquares(rows[:0], code, y)
		if _, err := w.Write(rows); err != nil {
			return nil, fmt.Errorf("compressing a picture: %w", err)
		}
	}
	if err := w.Close(); err != nil {
		return nil, fmt.Errorf("compressing a picture: %w", err)
	}
	return packed.Bytes(), nil
}

// appendSquares appends all rows of pixels of a line of squares.
func appendSquares(rows []byte, code *qr.Code, y int) []byte {
	rows = append(rows, filterNone)
	for x := -quiet; x < code.Size+quiet; x++ {
		shade := white
		if code.Black(x, y) {
			shade = black
		}
		for range moduleBytes {
			rows = append(rows, shade)
		}
	}
	asAbove := make([]byte, len(rows))
	asAbove[0] = filterUp
	for range moduleSize - 1 {
		rows = append(rows, asAbove...)
	}
	return rows
}

// appendChunk appends a part of the file: its length, its name, what is in it
// and a sum of both.
func appendChunk(picture []byte, name string, content []byte) []byte {
	picture = binary.BigEndian.AppendUint32(picture, uint32(len(content)))
	begin := len(picture)
	picture = append(append(picture, name...), content...)
	return binary.BigEndian.AppendUint32(picture, crc32.ChecksumIEEE(picture[begin:]))
}
