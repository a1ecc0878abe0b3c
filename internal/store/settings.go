package store

// Settings are what the program keeps for itself, for the whole platform.
type Settings struct{ tx *Tx }

// Settings are what the program keeps for itself.
func (p *PlatformTx) Settings() Settings { return Settings{&p.tx} }
