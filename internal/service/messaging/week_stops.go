package messaging

import (
	"axioma/internal/loyalty"
	"axioma/internal/store"
)

// stopWeek removes the phone of an owner who opts out of the week, and confirms it.
func (i *Inbox) stopWeek(tx *store.PlatformTx, in Inbound, quoted string) error {
	ids, err := weekReadersOf(tx, in, quoted)
	if err != nil {
		return err
	}
	for _, id := range ids {
		if err := i.stopWeekOf(tx.In(id), in); err != nil {
			return err
		}
	}
	return nil
}

// weekReadersOf returns the businesses whose week goes to a phone: that of the quoted message for a hidden one.
func weekReadersOf(tx *store.PlatformTx, in Inbound, quoted string) ([]string, error) {
	if in.Phone != "" {
		return tx.Businesses().ByWeekPhone(in.Number, in.Phone)
	}
	if quoted == "" {
		return nil, nil
	}
	message, found, err := tx.Deliveries().Message(quoted)
	if err != nil || !found || message.Kind != loyalty.MessageWeek {
		return nil, err
	}
	return []string{message.BusinessID}, nil
}

func (i *Inbox) stopWeekOf(tx *store.Tx, in Inbound) error {
	former, err := tx.Business().Lock()
	if err != nil || former.WeekPhone == "" {
		return err
	}
	business, err := loyalty.SettingChanges{WeekPhone: loyalty.Change{Sent: true}}.Apply(former)
	if err != nil {
		return err
	}
	if err := tx.Business().Update(business); err != nil {
		return err
	}
	if err := i.base.Append(tx, loyalty.Event{Kind: loyalty.EventBusinessChanged}); err != nil {
		return err
	}
	if err := i.base.Record(tx, "", loyalty.ActionWeekStopped, business.ID, ""); err != nil {
		return err
	}
	owner := loyalty.Customer{Phone: in.Phone}
	if in.Phone == "" {
		owner.Phone = former.WeekPhone
	}
	return i.messages.Reply(tx, owner, in, "Hecho: no te enviaremos más la semana de "+former.SenderName()+
		" por WhatsApp. Puedes volver a activarla en Ajustes, Mensajes.")
}
