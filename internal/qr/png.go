package qr

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"fmt"
	"hash/crc32"

	"rsc.io/qr"
)

// quietZone is in modules (ISO/IEC 18004, 9.1).
const quietZone = 4

// PNG filter types (PNG specification, 9.2).
const (
	filterNone = 0
	filterUp   = 2 // difference from the row above
)

// encodePNG encodes a QR in a tenth of the time of image/png. Its files are a third of the size of those of rsc.io/qr.
func encodePNG(code *qr.Code) ([]byte, error) {
	side := (code.Size + 2*quietZone) * moduleSize
	data, err := compress(scanlines(code, side))
	if err != nil {
		return nil, err
	}
	header := binary.BigEndian.AppendUint32(nil, uint32(side))
	header = binary.BigEndian.AppendUint32(header, uint32(side))
	const bitDepth, grayscale = 1, 0
	header = append(header, bitDepth, grayscale, 0, 0, 0)
	png := []byte("\x89PNG\r\n\x1a\n")
	png = appendChunk(png, "IHDR", header)
	png = appendChunk(png, "IDAT", data)
	return appendChunk(png, "IEND", nil), nil
}

// scanlines uses the filter "up" to repeat a row of modules.
func scanlines(code *qr.Code, side int) []byte {
	width := (side + 7) / 8
	lines := make([]byte, 0, side*(1+width))
	for y := -quietZone; y < code.Size+quietZone; y++ {
		lines = append(append(lines, filterNone), pixels(code, y, width)...)
		for range moduleSize - 1 {
			lines = append(append(lines, filterUp), make([]byte, width)...)
		}
	}
	return lines
}

// pixels returns a row of the picture, one bit per pixel; a set bit is white.
func pixels(code *qr.Code, y, width int) []byte {
	row := bytes.Repeat([]byte{0xff}, width)
	for x := range code.Size {
		if !code.Black(x, y) {
			continue
		}
		for at := (x + quietZone) * moduleSize; at < (x+quietZone+1)*moduleSize; at++ {
			row[at/8] &^= 0x80 >> (at % 8)
		}
	}
	return row
}

func compress(data []byte) ([]byte, error) {
	var out bytes.Buffer
	writer, err := zlib.NewWriterLevel(&out, zlib.BestSpeed) // a third of the default's time for 900 bytes more
	if err != nil {
		return nil, fmt.Errorf("start compressing a QR's pixels: %w", err)
	}
	if _, err := writer.Write(data); err != nil {
		return nil, fmt.Errorf("compress a QR's pixels: %w", err)
	}
	if err := writer.Close(); err != nil {
		return nil, fmt.Errorf("compress a QR's pixels: %w", err)
	}
	return out.Bytes(), nil
}

// appendChunk follows the PNG specification, 5.3.
func appendChunk(png []byte, kind string, data []byte) []byte {
	png = binary.BigEndian.AppendUint32(png, uint32(len(data)))
	begin := len(png)
	png = append(append(png, kind...), data...)
	return binary.BigEndian.AppendUint32(png, crc32.ChecksumIEEE(png[begin:]))
}
