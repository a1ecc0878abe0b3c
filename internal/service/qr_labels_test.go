package service_test

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"axioma/internal/importing"
	"axioma/internal/loyalty"
	"axioma/internal/service"
	"axioma/internal/service/servicetest"
)

func labelNames(t *testing.T, shop *servicetest.Shop) []string {
	t.Helper()
	var names []string
	err := shop.Cases.QRLabels.Each(t.Context(), shop.Owner, "", func(label service.QRLabel) error {
		names = append(names, label.Name)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return names
}

func TestQRLabels_ActiveCustomers_AreByName(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	luis, ana, archivedCustomer := shop.Customer("Luis"), shop.Customer("Ana"), shop.Customer("Berta")
	shop.Archive(archivedCustomer)
	shop.Town.Shop(t).Customer("Clara")
	if got := labelNames(t, shop); !slices.Equal(got, []string{"Ana", "Luis"}) {
		t.Errorf("the labels are of %q, want Ana and Luis", got)
	}
	for _, customer := range []loyalty.Customer{ana, luis} {
		want, err := shop.Cases.QRCodes.Content(t.Context(), customer.QR())
		servicetest.Must(t, want, err)
		found := false
		err = shop.Cases.QRLabels.Each(t.Context(), shop.Owner, "", func(label service.QRLabel) error {
			found = found || label.QR == want
			return nil
		})
		if err != nil || !found {
			t.Errorf("%s has no label with %+v, %v", customer.Name, want, err)
		}
	}
}

func TestQRLabels_SeveralPages_HaveEachCustomerOnce(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	var want []string
	for i := range 500 {
		want = append(want, fmt.Sprintf("Cliente %03d", i/50))
		shop.Customer(want[i])
	}
	if got := labelNames(t, shop); !slices.Equal(got, want) {
		t.Errorf("the %d labels are of %q, want %q", len(got), got, want)
	}
}

func TestQRLabels_ChangedQR_IsTheNewOne(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana := shop.Customer("Ana")
	changedCustomer, err := shop.Cases.QRChanges.Change(t.Context(), shop.Owner, ana.ID, shop.Town.Key())
	servicetest.Must(t, changedCustomer, err)
	err = shop.Cases.QRLabels.Each(t.Context(), shop.Owner, "", func(label service.QRLabel) error {
		if label.QR.ID != changedCustomer.QR() || label.QR.ID == ana.QR() {
			t.Errorf("the label has the QR %s, but the customer %s", label.QR.ID, changedCustomer.QR())
		}
		return nil
	})
	servicetest.Must(t, 0, err)
}

func TestQRLabels_NoCustomer_IsRefused(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	add := func(service.QRLabel) error { return errors.New("called") }
	servicetest.MustRefuse(t, "labels", shop.Cases.QRLabels.Each(t.Context(), shop.Owner, "", add), loyalty.ErrNoLabels)
}

// Spec: checkin-20
func TestQRLabels_OfImport_FollowRowsOfFile(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	shop.Customer("Otra")
	knownCustomer := shop.Customer("Ana")
	completedImport, err := shop.Cases.Imports.ImportNow(t.Context(), shop.Owner, service.ImportRequest{FileName: "clientes.csv", Data: []byte(
		"Nombre;Teléfono;Sellos\nLuis;600 111 222;2\n" + knownCustomer.Name + ";" + knownCustomer.Phone + ";3\nLuis;600 111 222;2\nBerta;600 111 333;1\n",
	)}, importing.Options{})
	servicetest.Must(t, completedImport, err)
	var names []string
	collect := func(label service.QRLabel) error {
		names = append(names, label.Name)
		return nil
	}
	err = shop.Cases.QRLabels.Each(t.Context(), shop.Owner, completedImport.ID, collect)
	if err != nil || !slices.Equal(names, []string{"Luis", "Ana", "Berta"}) {
		t.Errorf("the labels are of %q, %v; want Luis, Ana, Berta", names, err)
	}
	neighbour := shop.Town.Shop(t)
	servicetest.MustRefuse(t, "another's import", shop.Cases.QRLabels.Each(t.Context(), neighbour.Owner, completedImport.ID, collect), loyalty.ErrImportNotFound)
}
