package service_test

import (
	"errors"
	"testing"

	"axioma/internal/loyalty"
	"axioma/internal/service/servicetest"
)

func TestMoveChildToOwnPhone_TakenPhoneWithKey_IsRefusedEachTime(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana, eva := shop.Customer("Ana"), shop.Customer("Eva")
	leo := servicetest.ChildOf(t, shop, ana, "Leo")
	shop.Clock.Set(turnsFourteen())
	for range 2 {
		servicetest.MustRefuse(t, "in the portal", onOwnPhone(t, shop, ana, leo, ownPhone(eva.Phone), "key-1"), loyalty.ErrPhoneTaken)
		_, err := atCounter(t, shop, leo.ID, ownPhone(eva.Phone), "key-2")
		servicetest.MustRefuse(t, "at the counter", err, loyalty.ErrPhoneTaken)
	}
	// These calls are refused without a key, and after other statements.
	servicetest.MustRefuse(t, "without a key", onOwnPhone(t, shop, ana, leo, ownPhone(eva.Phone), ""), loyalty.ErrPhoneTaken)
	_, err := shop.Cases.Customers.Change(t.Context(), shop.Owner, ana.ID,
		loyalty.CustomerChanges{Phone: loyalty.Change{Sent: true, Value: eva.Phone}})
	if !errors.Is(err, loyalty.ErrPhoneTaken) {
		t.Errorf("changing a phone to one in use returns %v, want ErrPhoneTaken", err)
	}
	shop.MustHoldInvariants(t)
}
