package access_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/service"
	"axioma/internal/service/access"
	"axioma/internal/service/servicetest"
)

func requestCode(t *testing.T, shop *servicetest.Shop, request access.CodeRequest) {
	t.Helper()
	shop.Clock.Advance(time.Millisecond)
	request.BusinessID = shop.Business.ID
	if request.Requester == "" {
		request.Requester = access.NetworkRequester(request.Network)
	}
	if err := shop.Cases.Portal.RequestCode(t.Context(), request); err != nil {
		t.Fatal(err)
	}
}

func sendingShop(t *testing.T, aMinute, aDay int64) *servicetest.Shop {
	t.Helper()
	return servicetest.NewTown(t).Shop(t, func(b *loyalty.Business) {
		b.WhatsApp.Enabled, b.WhatsApp.RatePerMinute, b.WhatsApp.DailyCap = true, aMinute, aDay
	})
}

func placeIn(shop *servicetest.Shop, phone string) int {
	for i, message := range shop.ClaimMessages(1000) {
		if message.Phone == phone {
			return i
		}
	}
	return -1
}

func TestCodes_FirstOfAPhone_GoesBeforeSecondOnes(t *testing.T) {
	t.Parallel()
	shop := sendingShop(t, 500, 1000)
	var others []string
	for range 4 {
		others = append(others, shop.Customer("Otro").Phone)
	}
	for network := range 6 { // each requests a code for each phone, in its own browser
		for _, phone := range others {
			name := fmt.Sprintf("198.51.%d.0/24", network)
			requestCode(t, shop, access.CodeRequest{Phone: phone, Network: name, Requester: access.BrowserRequester(name + phone)})
		}
	}
	ana := shop.Customer("Ana")
	requestCode(t, shop, access.CodeRequest{Phone: ana.Phone, Network: "203.0.113.0/24"})
	if place := placeIn(shop, ana.Phone); place < 0 || place > len(others) {
		t.Errorf("the customer's code is number %d, behind the second codes of other customers", place+1)
	}
}

func TestCodes_FloodOfOneNetwork_TakesTurnsWithOthers(t *testing.T) {
	t.Parallel()
	shop := sendingShop(t, 500, 1000)
	for range 12 {
		requestCode(t, shop, access.CodeRequest{Phone: shop.Customer("Otro").Phone, Network: "198.51.100.0/24"})
	}
	ana := shop.Customer("Ana")
	requestCode(t, shop, access.CodeRequest{Phone: ana.Phone, Network: "203.0.113.0/24"})
	if place := placeIn(shop, ana.Phone); place != 1 {
		t.Errorf("the customer's code is number %d, want 2", place+1)
	}
}

func TestCodes_KnownDevice_GoesFirst(t *testing.T) {
	t.Parallel()
	shop := sendingShop(t, 500, 1000)
	ana := shop.Customer("Ana")
	requestCode(t, shop, access.CodeRequest{Phone: ana.Phone, Network: "198.51.100.0/24"}) // takes the first place of the phone
	for i := range 6 {
		requestCode(t, shop, access.CodeRequest{Phone: shop.Customer("Otro").Phone, Network: fmt.Sprintf("198.51.%d.0/24", i)})
	}
	requestCode(t, shop, access.CodeRequest{Phone: ana.Phone, Network: "203.0.113.0/24", KnownDevice: true})
	code := shop.LastCode(ana.Phone)
	if first := shop.ClaimMessages(1000)[0]; first.Phone != ana.Phone || first.Code() != code {
		t.Errorf("the first code goes to %s; want Ana, with the code", first.Phone)
	}
}

func TestCodes_RequestedAgainWhileWaiting_KeepPosition(t *testing.T) {
	t.Parallel()
	shop := sendingShop(t, 500, 1000)
	ana := shop.Customer("Ana")
	requestCode(t, shop, access.CodeRequest{Phone: ana.Phone, Network: "203.0.113.0/24"})
	for i := range 6 {
		requestCode(t, shop, access.CodeRequest{Phone: shop.Customer("Otro").Phone, Network: fmt.Sprintf("198.51.%d.0/24", i)})
	}
	requestCode(t, shop, access.CodeRequest{Phone: ana.Phone, Network: "203.0.113.0/24"})
	if place := placeIn(shop, ana.Phone); place != 0 {
		t.Errorf("the customer's second code is number %d, want 1", place+1)
	}
}

func TestCodes_UnknownDevices_UseHalfOfTheDayAtMost(t *testing.T) {
	t.Parallel()
	for name, network := range map[string]func(i int) string{
		"many networks": func(i int) string { return fmt.Sprintf("198.51.%d.0/24", i) },
		"one network":   func(int) string { return "198.51.100.0/24" },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			shop := sendingShop(t, 500, 20)
			countCodes := func() int {
				count := 0
				for _, message := range shop.ClaimMessages(1000) {
					if message.Kind.BringsCode() {
						count++
					}
				}
				return count
			}
			for i := range 15 {
				requestCode(t, shop, access.CodeRequest{Phone: shop.Customer("Otro").Phone, Network: network(i)})
			}
			strangers := countCodes()
			if limit := map[string]int{"many networks": 10, "one network": 6}[name]; strangers != limit {
				t.Errorf("%d codes are sent to unknown devices, want %d", strangers, limit)
			}
			var knownCustomers []loyalty.Customer
			for range 10 {
				knownCustomers = append(knownCustomers, shop.Customer("Ana"))
			}
			for _, customer := range knownCustomers {
				requestCode(t, shop, access.CodeRequest{Phone: customer.Phone, Network: network(0), KnownDevice: true})
			}
			if got := countCodes(); got != 10 {
				t.Errorf("%d of ten customers on known devices get a code, want 10", got)
			}
			shop.Clock.Advance(24 * time.Hour)
			requestCode(t, shop, access.CodeRequest{Phone: knownCustomers[0].Phone, Network: network(0)})
			if got := countCodes(); got != 1 {
				t.Errorf("on the next day %d codes are sent, want 1", got)
			}
		})
	}
}

func TestCodes_BusyNetworks_LeaveCodesToOthers(t *testing.T) {
	t.Parallel()
	shop := sendingShop(t, 500, 80)
	countCodes := func() int { return len(shop.ClaimMessages(1000)) }
	countCodes()
	for i := range 6 * 12 {
		requestCode(t, shop, access.CodeRequest{Phone: shop.Customer("Otro").Phone, Network: fmt.Sprintf("198.51.%d.0/24", i%6)})
	}
	if got := countCodes(); got >= 40 {
		t.Fatalf("%d codes are sent to six networks, want fewer than half of the day's codes", got)
	}
	requestCode(t, shop, access.CodeRequest{Phone: shop.Customer("Ana").Phone, Network: "203.0.113.0/24"})
	if got := countCodes(); got != 1 {
		t.Errorf("%d codes are sent to a customer on another network, want 1", got)
	}
}

// Strangers can register unverified phones from a busy network.
func TestCodes_BusyNetwork_LeavesCodesToUnverifiedPhones(t *testing.T) {
	t.Parallel()
	shop := sendingShop(t, 500, 80)
	phones := make([]string, 40)
	for i := range phones {
		phones[i] = shop.Register("Otro").Phone
	}
	ana := shop.Register("Ana").Phone
	countCodes := func() int { return len(shop.ClaimMessages(1000)) }
	countCodes()
	for _, phone := range phones {
		requestCode(t, shop, access.CodeRequest{Phone: phone, Network: "198.51.100.0/24"})
	}
	if got := countCodes(); got >= 20 {
		t.Fatalf("%d codes are sent to one network, want fewer than unverified phones get in a day", got)
	}
	requestCode(t, shop, access.CodeRequest{Phone: ana, Network: "203.0.113.0/24"})
	if got := countCodes(); got != 1 {
		t.Errorf("%d codes are sent to a customer on another network, want 1", got)
	}
}

func TestMailedCodes_FirstOfAPhone_GoesBeforeSecondOnes(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	byMail := string(loyalty.CodeByEmail)
	other, ana := shop.CustomerWithEmail("Otro", "otro@correo.test"), shop.CustomerWithEmail("Ana", "ana@correo.test")
	for network := range 6 {
		name := fmt.Sprintf("198.51.%d.0/24", network)
		requestCode(t, shop, access.CodeRequest{Phone: other.Phone, Channel: byMail, Network: name})
	}
	requestCode(t, shop, access.CodeRequest{Phone: ana.Phone, Channel: byMail, Network: "203.0.113.0/24"})
	mails, err := shop.Cases.Mails.Claim(t.Context(), 2)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.ContainsFunc(mails, func(mail service.ClaimedMail) bool { return mail.Address == "ana@correo.test" }) {
		t.Error("the customer's code waits behind the second codes of other customers")
	}
}
