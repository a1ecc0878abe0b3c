//go:build !unix

package files

// InheritOwner does nothing: file ownership does not restrict access here.
func InheritOwner(string) error { return nil }
