package store

// Trail is the audit trail of a business, or of the platform where the transaction is bound to
// none.
type Trail struct{ tx *Tx }

// Trail is the audit trail of the business, or of the platform where the transaction is
// bound to none.
func (tx *Tx) Trail() Trail { return Trail{tx} }

// PlatformTrail is the audit trail of all businesses.
type PlatformTrail struct{ tx *Tx }

// Trail is the audit trail of all businesses.
func (p *PlatformTx) Trail() PlatformTrail { return PlatformTrail{&p.tx} }
