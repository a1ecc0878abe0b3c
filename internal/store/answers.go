package store

// Answers are what requests with an idempotency key were answered by a business.
type Answers struct{ tx *Tx }

// Answers are what requests with an idempotency key were answered.
func (tx *Tx) Answers() Answers { return Answers{tx} }

// PlatformAnswers are the answers of all businesses.
type PlatformAnswers struct{ tx *Tx }

// Answers are the answers of all businesses to requests with an idempotency key.
func (p *PlatformTx) Answers() PlatformAnswers { return PlatformAnswers{&p.tx} }
