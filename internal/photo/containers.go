package photo

import (
	"bytes"
	"encoding/binary"
)

// Markers of ITU T.81, table B.1.
const (
	markerSOF0, markerSOF1, markerSOF2 = 0xc0, 0xc1, 0xc2
	markerDHT                          = 0xc4
	markerRST0, markerRST7             = 0xd0, 0xd7
	markerSOI, markerEOI               = 0xd8, 0xd9
	markerSOS, markerDQT, markerDRI    = 0xda, 0xdb, 0xdd
	markerAPP0, markerAPP15            = 0xe0, 0xef
	markerCOM                          = 0xfe
)

func isJPEG(picture []byte) bool { return bytes.HasPrefix(picture, []byte{0xff, markerSOI, 0xff}) }

// cleanJPEG removes EXIF, comments, colour profiles and bytes after the end. It returns false for segments that cameras
// and browsers do not write.
func cleanJPEG(picture []byte) ([]byte, bool) {
	clean := append(make([]byte, 0, len(picture)), picture[:2]...)
	scans := 0
	for rest := picture[2:]; ; {
		marker, segment, after, ok := nextSegment(rest)
		if !ok {
			return nil, false
		}
		rest = after
		switch marker {
		case markerEOI:
			return append(clean, 0xff, markerEOI), scans > 0
		case markerSOF0, markerSOF1, markerSOF2, markerDHT, markerDQT, markerDRI:
			clean = append(clean, segment...)
		case markerSOS:
			if scans++; scans > maxScans {
				return nil, false
			}
			data := scanLength(rest)
			clean = append(append(clean, segment...), rest[:data]...)
			rest = rest[data:]
		case markerCOM:
		default:
			if marker < markerAPP0 || marker > markerAPP15 {
				return nil, false
			}
		}
	}
}

func nextSegment(rest []byte) (marker byte, segment, after []byte, ok bool) {
	for len(rest) >= 2 && rest[0] == 0xff && rest[1] == 0xff {
		rest = rest[1:]
	}
	if len(rest) < 2 || rest[0] != 0xff {
		return 0, nil, nil, false
	}
	if marker = rest[1]; marker == markerEOI {
		return marker, nil, nil, true
	}
	if len(rest) < 4 {
		return 0, nil, nil, false
	}
	length := 2 + int(binary.BigEndian.Uint16(rest[2:]))
	if length < 4 || length > len(rest) {
		return 0, nil, nil, false
	}
	return marker, rest[:length], rest[length:], true
}

func scanLength(data []byte) int {
	for i := 0; i+1 < len(data); i++ {
		if data[i] != 0xff {
			continue
		}
		if next := data[i+1]; next != 0 && next != 0xff && (next < markerRST0 || next > markerRST7) {
			return i
		}
	}
	return len(data)
}

const (
	riffHeader  = 12 // "RIFF", the size, "WEBP"
	chunkHeader = 8
)

// cleanWebP removes EXIF, XMP, profiles, ALPH (transparency) and bytes after the end. It returns false for animations.
func cleanWebP(picture []byte) ([]byte, bool) {
	if len(picture) < riffHeader || string(picture[:4]) != "RIFF" || string(picture[8:riffHeader]) != "WEBP" {
		return nil, false
	}
	for rest := picture[riffHeader:]; len(rest) >= chunkHeader; {
		name := string(rest[:4])
		length := uint64(binary.LittleEndian.Uint32(rest[4:]))
		paddedLength := chunkHeader + length + length%2
		if chunkHeader+length > uint64(len(rest)) || name == "ANIM" || name == "ANMF" {
			return nil, false
		}
		if name == "VP8 " || name == "VP8L" {
			return simpleWebP(rest[:chunkHeader+length]), true
		}
		rest = rest[min(paddedLength, uint64(len(rest))):]
	}
	return nil, false
}

func simpleWebP(chunk []byte) []byte {
	if len(chunk)%2 == 1 {
		chunk = append(bytes.Clone(chunk), 0)
	}
	clean := append(make([]byte, 0, riffHeader+len(chunk)), "RIFF"...)
	clean = binary.LittleEndian.AppendUint32(clean, uint32(len("WEBP")+len(chunk)))
	return append(append(clean, "WEBP"...), chunk...)
}
