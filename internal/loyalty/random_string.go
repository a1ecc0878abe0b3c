package loyalty

import "io"

// RandomString returns so many signs of an alphabet of at most 256 single bytes, each as
// likely as any other, or the error of the source of random bytes.
func RandomString(random io.Reader, alphabet string, length int) (string, error) {
	fair := 256 / len(alphabet) * len(alphabet) // from it on, the first signs would come more often
	signs := make([]byte, 0, length)
	for len(signs) < length {
		drawn := make([]byte, length-len(signs))
		if _, err := io.ReadFull(random, drawn); err != nil {
			return "", err
		}
		for _, number := range drawn {
			if int(number) < fair {
				signs = append(signs, alphabet[int(number)%len(alphabet)])
			}
		}
	}
	return string(signs), nil
}
