package loyalty

import "slices"

// Tag is a bonus type (specification, section 3). Empty: the bonus is inactive.
type Tag string

// Bonus types.
const (
	TagNone     Tag = ""
	TagVIPA     Tag = "BONO_VIP_A"
	TagVIPB     Tag = "BONO_VIP_B"
	TagVIPC     Tag = "BONO_VIP_C"
	TagCard     Tag = "BONO_TARJETA"
	TagFamily   Tag = "BONO_FAMILIA"
	TagSporadic Tag = "ESPORADICO"
)

// Tags returns the bonus types in display order.
func Tags() []Tag {
	return []Tag{TagVIPA, TagVIPB, TagVIPC, TagCard, TagFamily, TagSporadic}
}

// Label returns the Spanish name; empty for TagNone.
func (t Tag) Label() string {
	switch t {
	case TagVIPA:
		return "Bono VIP A"
	case TagVIPB:
		return "Bono VIP B"
	case TagVIPC:
		return "Bono VIP C"
	case TagCard:
		return "Bono Tarjeta"
	case TagFamily:
		return "Bono Familia"
	case TagSporadic:
		return "Esporádico"
	}
	return ""
}

// IsVIP reports whether the card has a lower target and no half reward.
func (t Tag) IsVIP() bool { return t == TagVIPA || t == TagVIPB || t == TagVIPC }

// IsValid reports whether the tag exists or is TagNone.
func (t Tag) IsValid() bool { return t == TagNone || slices.Contains(Tags(), t) }
