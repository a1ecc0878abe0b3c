package loyalty

import "strings"

// LegalIdentity is who answers for the data of a business's customers, as its
// legal pages have to say (RGPD, article 13; LSSI, article 10). What the
// business has not said yet is empty.
type LegalIdentity struct {
	Name    string // of the person or company behind the sign
	TaxID   string // NIF; not checked: foreign ones exist, and the form warns
	Address string
	Email   string
}

// LegalChanges are the changes that an owner asks of her legal data.
type LegalChanges struct {
	Name, TaxID, Address, Email Change
}

// The longest texts of a legal identity, in characters.
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

// changedLine is a one-line text after a change of it, which may clear it.
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
