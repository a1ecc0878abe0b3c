package servicetest

import (
	"testing"

	"axioma/internal/loyalty"
	"axioma/internal/service/access"
)

// InPortal is a customer who is signed in to the portal.
func InPortal(shop *Shop, customer loyalty.Customer) access.PortalUser {
	return access.PortalUser{CustomerID: customer.ID, BusinessID: shop.Business.ID}
}

// ChangeQR replaces a customer's QR in the portal, and returns the customer with the new one.
func ChangeQR(t testing.TB, shop *Shop, customer loyalty.Customer) loyalty.Customer {
	t.Helper()
	changed, err := shop.Cases.QRChanges.ChangeOwn(t.Context(), InPortal(shop, customer), "")
	if err != nil {
		t.Fatal(err)
	}
	return changed
}
