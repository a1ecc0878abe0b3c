package loyalty

import "io"

// RandomString returns a uniformly random text. The alphabet has at most 256 single-byte characters.
func RandomString(random io.Reader, alphabet string, length int) (string, error) {
	fair := 256 / len(alphabet) * len(alphabet) // larger bytes would favor the first characters
	signs := make([]byte, 0, length)
	for len(signs) < length {
		randomBytes := make([]byte, length-len(signs))
		if _, err := io.ReadFull(random, randomBytes); err != nil {
			return "", err
		}
		for _, number := range randomBytes {
			if int(number) < fair {
				signs = append(signs, alphabet[int(number)%len(alphabet)])
			}
		}
	}
	return string(signs), nil
}
