package httpapi

import (
	"encoding/csv"
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/service/access"
	"axioma/internal/store"
	"axioma/internal/store/storetest"
)

func TestOwnData_Customer_HasEverythingStored(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	shop := s.Town.Shop(t)
	ana := shop.CustomerWithAllData(t)
	tracedColumns := shop.Database.WriteTraces(t)
	data, err := s.Cases.SelfService.Data(t.Context(), access.PortalUser{CustomerID: ana.ID, BusinessID: shop.Business.ID})
	if err != nil {
		t.Fatal(err)
	}
	asJSON, err := json.Marshal(ownDataOf(data))
	if err != nil {
		t.Fatal(err)
	}
	asCSV := csvTable(';', ownTable(ownDataOf(data)))
	decisions := store.ColumnPolicies()
	for _, column := range tracedColumns {
		hidden := decisions[column].HiddenReason != ""
		if found := strings.Contains(string(asJSON), storetest.Trace+column); found == hidden {
			t.Errorf("%s is in the JSON: %t, but the policy hides it: %t", column, found, hidden)
		}
		if found := strings.Contains(strings.ToLower(string(asCSV)), strings.ToLower(storetest.Trace+column)); found == hidden {
			t.Errorf("%s is in the table: %t, but the policy hides it: %t", column, found, hidden)
		}
	}
	reader := csv.NewReader(strings.NewReader(string(asCSV)))
	reader.Comma = ';'
	rows, err := reader.ReadAll()
	if err != nil || len(rows) < 20 {
		t.Errorf("the table has %d rows, %v; want at least 20", len(rows), err)
	}
}

func TestOwnData_Customer_HasMessageStatesAndConsentForms(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ana := s.Register("Ana")
	s.SendMessages()
	s.Clock.Advance(time.Minute)
	code := s.Code(ana.Phone)
	data, err := s.Cases.SelfService.Data(t.Context(), access.PortalUser{CustomerID: ana.ID, BusinessID: s.Business.ID})
	if err != nil {
		t.Fatal(err)
	}
	own := ownDataOf(data)
	if len(own.Messages) != 2 {
		t.Fatalf("there are %d messages, want 2", len(own.Messages))
	}
	otp, qr := own.Messages[0], own.Messages[1]
	if otp.Kind != loyalty.MessageOTP || otp.Text != nil || otp.Status != loyalty.MessageQueued || otp.SentAt != nil {
		t.Errorf("the message with the code is %+v; want Kind %v, no Text, Status %v and no SentAt", otp, loyalty.MessageOTP, loyalty.MessageQueued)
	}
	if qr.Kind != loyalty.MessageQR || qr.Text == nil || qr.Status != loyalty.MessageSent || qr.SentAt == nil || qr.Phone != ana.Phone {
		t.Errorf("the message with the QR is %+v; want Kind %v, some Text, Status %v, some SentAt and Phone %v", qr, loyalty.MessageQR, loyalty.MessageSent, ana.Phone)
	}
	if consent := own.History[0]; *consent.Form != string(loyalty.FormRegistration) || *consent.TextVersion != loyalty.ConsentTextVersion {
		t.Errorf("a consent is %+v, want the registration form with its wording", consent)
	}
	if strings.Contains(string(csvTable(';', ownTable(own))), code) {
		t.Errorf("the table has the code %s", code)
	}
	if own.SignedInAt != nil || own.PhoneVerifiedAt != nil {
		t.Errorf("signed in at %v and phone verified at %v, want neither", own.SignedInAt, own.PhoneVerifiedAt)
	}
	s.call(asCustomer, http.MethodGet, "/portal/me/data", "").has(http.StatusOK, `"signedInAt":"20`)
}
