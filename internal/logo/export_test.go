package logo

// Hold takes the turn until the function is called that it returns.
func (r *Reader) Hold() (release func()) {
	r.slot <- struct{}{}
	return func() { <-r.slot }
}
