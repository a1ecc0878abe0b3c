package importing

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/unicode"
)

// decodeText reads UTF-8, UTF-16, Windows-1252 and old encodings of Mac and MS-DOS, and refuses binary data. notice
// warns of possibly wrong accents.
func decodeText(data []byte) (text, notice string, err error) {
	decoder, notice := encodingOf(data)
	decodedBytes, err := decoder.NewDecoder().Bytes(data)
	if err != nil || bytes.IndexByte(decodedBytes, 0) >= 0 || !utf8.Valid(decodedBytes) {
		return "", "", refuseFile("No es un archivo de texto ni una hoja de Excel (.xlsx). Exporta los clientes como CSV, Excel (.xlsx) o vCard (.vcf).")
	}
	plain := strings.TrimPrefix(string(decodedBytes), "\ufeff")
	return strings.ReplaceAll(strings.ReplaceAll(plain, "\r\n", "\n"), "\r", "\n"), notice, nil
}

func encodingOf(data []byte) (decoder encoding.Encoding, notice string) {
	switch {
	case bytes.HasPrefix(data, []byte{0xff, 0xfe}), hasZerosAt(data, 1):
		return unicode.UTF16(unicode.LittleEndian, unicode.UseBOM), ""
	case bytes.HasPrefix(data, []byte{0xfe, 0xff}), hasZerosAt(data, 0):
		return unicode.UTF16(unicode.BigEndian, unicode.UseBOM), ""
	case utf8.Valid(data):
		return encoding.Nop, ""
	}
	return oldEncodingOf(data)
}

// hasZerosAt finds UTF-16 without byte order mark by zeros in even (0) or odd (1) bytes.
func hasZerosAt(data []byte, parity int) bool {
	const sample = 400
	zeros, others := 0, 0
	for i, b := range data[:min(len(data), sample)] {
		switch {
		case b != 0:
		case i%2 == parity:
			zeros++
		default:
			others++
		}
	}
	return others == 0 && 4*zeros > min(len(data), sample)
}

// withoutNUL removes padding of fixed-width fields ('_x0000_' in workbooks, '=00' in vCards). PostgreSQL stores no NUL.
func withoutNUL(text string) string { return strings.ReplaceAll(text, "\x00", "") }
