package loyalty

import "strings"

// LegalIdentity is the data controller (RGPD, article 13; LSSI, article 10). Its texts may be empty.
type LegalIdentity struct {
	Name    string
	TaxID   string // NIF, unchecked: it may be foreign
	Address string
	Email   string
}

// LegalChanges are requested changes.
type LegalChanges struct {
	Name, TaxID, Address, Email Change
}

// Longest texts, in characters.
const (
	maxTaxIDLength   = 30
	maxAddressLength = 300
)

func (ch LegalChanges) apply(c *validator, l LegalIdentity) LegalIdentity {
	l.Name = c.changedLine("legalName", ch.Name, l.Name, MaxNameLength)
	l.TaxID = strings.ToUpper(c.changedLine("taxId", ch.TaxID, l.TaxID, maxTaxIDLength))
	l.Address = c.changedLine("legalAddress", ch.Address, l.Address, maxAddressLength)
	if ch.Email.Sent {
		l.Email = c.email("contactEmail", ch.Email.Value)
	}
	return l
}

func (c *validator) changedLine(field string, change Change, former string, longest int) string {
	if !change.Sent {
		return former
	}
	line, fault := cleanLine(change.Value, longest)
	if fault != "" {
		c.refuse(field, fault)
	}
	return line
}
