package store

// Phones are the phones of a business's customers, and what is known of whose they are.
type Phones struct{ tx *Tx }

// Phones are the phones of the business's customers.
func (tx *Tx) Phones() Phones { return Phones{tx} }
