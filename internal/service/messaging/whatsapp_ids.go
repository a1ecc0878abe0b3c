package messaging

import (
	"strings"

	"axioma/internal/loyalty"
	"axioma/internal/store"
)

// noteWhatsAppID stores WhatsApp's id of a phone if it is neither form of the phone: messages come from that id.
func noteWhatsAppID(tx *store.Tx, phone, id string) error {
	if id == "" || !strings.HasPrefix(phone, "+") || loyalty.SamePhone(phone, "+"+id) {
		return nil
	}
	return tx.Phones().NoteWhatsAppID(phone, id)
}

func resolvePhone(tx *store.PlatformTx, in Inbound) (Inbound, error) {
	if in.WhatsAppID == "" {
		return in, nil
	}
	phone, found, err := tx.Customers().PhoneOfWhatsAppID(in.WhatsAppID)
	if found {
		in.Phone = loyalty.CanonicalPhone(phone)
	}
	return in, err
}
