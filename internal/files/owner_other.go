//go:build !unix

package files

// Adopt does nothing: files have no owner that keeps another account from opening them.
func Adopt(string) error { return nil }
