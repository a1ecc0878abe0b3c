package messaging

import (
	"strings"

	"axioma/internal/loyalty"
	"axioma/internal/store"
)

// noteWhatsAppID stores an id that is neither form of the phone: messages come from it.
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
