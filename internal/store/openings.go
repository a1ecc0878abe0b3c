package store

// Openings are the idempotency keys with which businesses were opened.
type Openings struct{ tx *Tx }

// Openings are the idempotency keys with which businesses were opened.
func (p *PlatformTx) Openings() Openings { return Openings{&p.tx} }
