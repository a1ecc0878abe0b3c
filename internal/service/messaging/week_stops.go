package messaging

import (
	"context"
	"strings"

	"axioma/internal/loyalty"
	"axioma/internal/service/usecase"
	"axioma/internal/store"
)

func (i *Inbox) stopWeek(tx *store.PlatformTx, in Inbound, quotedID string) error {
	if in.Phone == "" {
		return i.stopQuotedWeek(tx, in, quotedID)
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

func (i *Inbox) stopQuotedWeek(tx *store.PlatformTx, in Inbound, quotedID string) error {
	if quotedID == "" {
		return nil
	}
	message, found, err := tx.Deliveries().Message(quotedID)
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
	if err := recordWeekStop(i.base, tx, former.StopWeek(former.WeekPhone)); err != nil {
		return err
	}
	return i.messages.Reply(tx, loyalty.Customer{Phone: phone}, in, "Hecho: no te enviaremos más la semana de "+former.SenderName()+
		" por WhatsApp, y este número no se puede volver a poner. En Ajustes, Mensajes, puedes poner otro.")
}

func recordWeekStop(base *usecase.Base, tx *store.Tx, business loyalty.Business) error {
	if err := tx.Business().Update(business); err != nil {
		return err
	}
	if err := base.Append(tx, loyalty.Event{Kind: loyalty.EventBusinessChanged}); err != nil {
		return err
	}
	return base.Record(tx, "", loyalty.ActionWeekStopped, business.ID, "")
}

// RecordWeekStops stops the week to phones, separated by spaces, with a BAJA at another installation. It returns how
// many were new.
func (m *Marketing) RecordWeekStops(ctx context.Context, businessID, phones string) (count int, err error) {
	err = m.base.Store.InBusiness(ctx, businessID, func(tx *store.Tx) error {
		count = 0
		for _, phone := range strings.Fields(phones) {
			former, err := tx.Business().Lock()
			if err != nil {
				return err
			}
			changedBusiness := former.StopWeek(phone)
			if changedBusiness == former {
				continue
			}
			if err := recordWeekStop(m.base, tx, changedBusiness); err != nil {
				return err
			}
			count++
		}
		return nil
	})
	return count, err
}
