package messaging

import (
	"axioma/internal/loyalty"
	"axioma/internal/store"
)

func (i *Inbox) stopWeek(tx *store.PlatformTx, in Inbound, quoted string) error {
	if in.Phone == "" {
		return i.stopQuotedWeek(tx, in, quoted)
	}
	ids, err := tx.Businesses().ByWeekPhone(in.Number, in.Phone)
	if err != nil {
		return err
	}
	for _, id := range ids {
		if err := i.stopWeekOf(tx.In(id), in, in.Phone); err != nil {
			return err
		}
	}
	return nil
}

func (i *Inbox) stopQuotedWeek(tx *store.PlatformTx, in Inbound, quoted string) error {
	if quoted == "" {
		return nil
	}
	message, found, err := tx.Deliveries().Message(quoted)
	if err != nil || !found || message.Kind != loyalty.MessageWeek {
		return err
	}
	return i.stopWeekOf(tx.In(message.BusinessID), in, message.Phone)
}

// stopWeekOf stops the week of a business, unless the week now goes to another phone.
func (i *Inbox) stopWeekOf(tx *store.Tx, in Inbound, phone string) error {
	former, err := tx.Business().Lock()
	if err != nil || former.WeekPhone == "" || !loyalty.SamePhone(former.WeekPhone, phone) {
		return err
	}
	business := former.StopWeek()
	if err := tx.Business().Update(business); err != nil {
		return err
	}
	if err := i.base.Append(tx, loyalty.Event{Kind: loyalty.EventBusinessChanged}); err != nil {
		return err
	}
	if err := i.base.Record(tx, "", loyalty.ActionWeekStopped, business.ID, ""); err != nil {
		return err
	}
	return i.messages.Reply(tx, loyalty.Customer{Phone: phone}, in, "Hecho: no te enviaremos más la semana de "+former.SenderName()+
		" por WhatsApp, y este número no se puede volver a poner. En Ajustes, Mensajes, puedes poner otro.")
}
