package servicetest

import (
	"context"
	"fmt"
	"testing"

	"axioma/internal/importing"
	"axioma/internal/loyalty"
	"axioma/internal/service"
	"axioma/internal/service/passes"
	"axioma/internal/store"
)

// CustomerWithAllData adds a customer with a row in every table.
func (shop *Shop) CustomerWithAllData(t testing.TB) loyalty.Customer {
	t.Helper()
	form := shop.Form("Ana")
	form.Email, form.Birthday = "ana@correo.test", "2020-05-17"
	form.Guardian = loyalty.Guardian{Name: "Eva", Consents: true}
	registration, err := shop.Cases.Registrations.Register(WithBrowser(t.Context()), shop.Business.ID, form, "form-1")
	if err != nil {
		t.Fatal(err)
	}
	ana, anita := registration.Customer, shop.Customer("Anita")
	shop.Change(ana, loyalty.CustomerChanges{Notes: loyalty.Change{Sent: true, Value: "flequillo"}})
	_, err = shop.Cases.Visits.Register(t.Context(), shop.Owner, service.VisitRequest{CustomerID: ana.ID, Notes: "navaja", ServedBy: shop.Barber.UserID})
	if err != nil {
		t.Fatal(err)
	}
	shop.Visits(anita, 5)
	if _, err := shop.Cases.Merges.Merge(t.Context(), shop.Owner, ana.ID, anita.ID); err != nil {
		t.Fatal(err)
	}
	shop.EnableUsual(true)
	shop.KeepUsual(ana, "Degradado al 1", 1)
	correction := service.CorrectionRequest{CustomerID: ana.ID, Stamps: 1, Reason: "olvido", Note: "vino con su hija", Key: "correction-1"}
	if _, err := shop.Cases.Adjustments.Correct(t.Context(), shop.Owner, correction); err != nil {
		t.Fatal(err)
	}
	shop.Import("Nombre;Teléfono;Acepta promociones\nAna;" + ana.Phone + ";Sí\n")
	shop.PortalToken(ana)
	shop.Code(ana.Phone)
	shop.QueueMail(ana)
	shop.StoreText(ana, "¿Abrís el lunes?")
	shop.recordGreeting(ana)
	shop.Database.WriteInbound(t, shop.Business.ID, ana.ID)
	device, handover := shop.EnrolDevice("Tablet"), shop.ScannedVisit(ana)
	handover.CustomerID, handover.Phone, handover.Notes = "", ana.Phone, "barba"
	handover.ServedBy = shop.Admin.UserID
	shop.RevokeDevice(device)
	shop.HandOver(device, handover)
	shop.InstallPass(shop.Pass(ana), "telephone")
	shop.syncGooglePass(ana)
	changedCustomer, err := shop.Cases.QRChanges.Change(t.Context(), shop.Owner, ana.ID, "")
	if err != nil {
		t.Fatal(err)
	}
	return changedCustomer
}

func (shop *Shop) recordGreeting(customer loyalty.Customer) {
	shop.T.Helper()
	entry := loyalty.GreetingEntry{
		ID: "greeting-" + customer.ID, CustomerID: customer.ID, UserID: shop.Owner.UserID, Absence: loyalty.AbsenceLost,
		At: shop.Clock.Now(), Day: shop.Business.DayOf(shop.Clock.Now()),
	}
	err := shop.Store.InBusiness(context.Background(), shop.Business.ID, func(tx *store.Tx) error { return tx.Marketing().InsertGreeting(entry) })
	if err != nil {
		shop.T.Fatalf("recording an invitation: %v", err)
	}
}

// Import imports a file.
func (shop *Shop) Import(text string) loyalty.Import {
	shop.T.Helper()
	request := service.ImportRequest{FileName: "clientes.csv", Data: []byte(text)}
	importRecord, err := shop.Cases.Imports.ImportNow(context.Background(), shop.Owner, request, importing.Options{})
	if err != nil || importRecord.State != loyalty.ImportDone {
		shop.T.Fatalf("the import is %s: %v", importRecord.State, err)
	}
	return importRecord
}

func (shop *Shop) syncGooglePass(customer loyalty.Customer) {
	shop.T.Helper()
	ctx, google := context.Background(), shop.Cases.GooglePasses
	card, err := google.Issue(ctx, customer.QR())
	if err == nil {
		err = google.RecordSent(ctx, card, "says")
	}
	if err == nil {
		_, err = google.ReserveNotification(ctx, card.Pass)
	}
	if err != nil {
		shop.T.Fatalf("telling Google of a pass: %v", err)
	}
}

// Pass issues a pass.
func (shop *Shop) Pass(customer loyalty.Customer) passes.IssuedPass {
	shop.T.Helper()
	pass, err := shop.Cases.Passes.Issue(context.Background(), customer.QR())
	if err != nil {
		shop.T.Fatalf("%v", err)
	}
	return pass
}

// InstallPass registers a phone and reports whether it is new.
func (shop *Shop) InstallPass(pass passes.IssuedPass, telephone string) bool {
	shop.T.Helper()
	fresh, err := shop.Cases.Passes.AddHolder(context.Background(), pass.Serial, pass.Token, loyalty.PassHolder{Vendor: loyalty.AppleWallet, ID: telephone, PushToken: "abcdef0123456789"})
	if err != nil {
		shop.T.Fatalf("%v", err)
	}
	return fresh
}

// StoreText stores a WhatsApp text.
func (shop *Shop) StoreText(from loyalty.Customer, text string) {
	shop.T.Helper()
	customerText := loyalty.CustomerText{ID: fmt.Sprintf("text%d", shop.names.Add(1)), CustomerID: from.ID, Text: text, ReceivedAt: shop.Clock.Now()}
	err := shop.Store.InBusiness(context.Background(), shop.Business.ID, func(tx *store.Tx) error { return tx.Messages().InsertText(customerText) })
	if err != nil {
		shop.T.Fatalf("keeping a text: %v", err)
	}
}
