package main

import (
	"testing"
	"time"

	"axioma/internal/service"
	"axioma/internal/service/messaging"
	"axioma/internal/store"
	"axioma/internal/store/storetest"
)

func TestMoveBusiness_WeekStoppedAtTheSource_IsCarried(t *testing.T) {
	t.Parallel()
	inEachDirection(t, func(t *testing.T, source, target storetest.Database) {
		const phone = "+34600123123"
		createBusiness(t, source, 1)
		mustTry(t, source, `UPDATE businesses SET week_phone = '`+phone+`', week_user_id = (SELECT id FROM users LIMIT 1) WHERE id = '`+businessID+`'`)
		mustSay(t, source, "", "is served by", moveArgs(target)...)
		mustSay(t, source, "", "recorded there: 0", moveArgs(target)...)
		err := withStore(store.OpenExisting(t.Context(), source.Location()))(func(cases *service.Service) error {
			return cases.Inbox.Receive(store.AsBackground(t.Context()), messaging.InboundMessage{
				ID: "wamid.week", Text: "BAJA", Inbound: messaging.Inbound{Phone: phone, At: time.Now()},
			})
		})
		if err != nil {
			t.Fatal(err)
		}
		mustSay(t, source, "", "recorded there: 1", moveArgs(target)...)
		mustSay(t, source, "", "recorded there: 0", moveArgs(target, "--forget")...)
		got := target.Rows(t, `SELECT coalesce(week_phone, 'none') || ' ' || week_phones_stopped FROM businesses WHERE id = '`+businessID+`'`)
		if len(got) != 1 || got[0] != "none "+phone {
			t.Errorf("the target has the phone of the week and the stopped phones %q, want none and %s", got, phone)
		}
	})
}
