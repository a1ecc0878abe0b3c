package logo

// Hold takes the reader's slot until release is called.
func (r *Reader) Hold() (release func()) {
	r.slot <- struct{}{}
	return func() { <-r.slot }
}
