package httpapi

import (
	"net/http"
	"reflect"
	"strings"
	"testing"
	"time"

	"axioma/internal/loyalty"
)

func TestConsents_Staff_SeesTheHistory(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	form := s.Form("Leo")
	form.Birthday, form.Guardian = "2020-05-17", loyalty.Guardian{Name: "Eva Gil", Consents: true}
	leo, err := s.Cases.Registrations.Register(t.Context(), s.Business.ID, form, "")
	if err != nil {
		t.Fatal(err)
	}
	s.Clock.Advance(time.Hour)
	path := "/customers/" + leo.Customer.ID
	s.call(asAdmin, http.MethodPost, path+"/unsubscribe", "").has(http.StatusOK)
	var read List[Consent]
	s.call(asAdmin, http.MethodGet, path+"/consents", "").has(http.StatusOK).into(&read)
	if len(read.Items) != 9 || read.Total != 9 || read.NextCursor != nil {
		t.Fatalf("there are %d entries and the total is %d, want 9", len(read.Items), read.Total)
	}
	first, last := read.Items[0], read.Items[8]
	if first.Form != loyalty.FormStaff || first.Granted || !first.Stands || first.GivenBy != nil || !first.At.Equal(s.Clock.Now()) {
		t.Errorf("the first is %+v; want the staff's withdrawal now, in force", first)
	}
	if last.Form != loyalty.FormRegistration || last.TextVersion != loyalty.ConsentTextVersion || *last.GivenBy != "Eva Gil" {
		t.Errorf("the last is %+v, want Eva's consent at the registration", last)
	}
	for _, entry := range read.Items {
		if later := entry.Form == loyalty.FormStaff; entry.Stands != (later || entry.Kind == loyalty.ConsentPrivacy) {
			t.Errorf("%s by %s is in force = %t, want %t", entry.Kind, entry.Form, entry.Stands, !entry.Stands)
		}
	}
}

// Spec: calls-5
func TestRegister_Consents_AreStored(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	for kind, field := range map[loyalty.ConsentKind]string{
		loyalty.ConsentWhatsApp: "whatsappOptIn", loyalty.ConsentEmail: "emailOptIn", loyalty.ConsentSMS: "smsOptIn",
		loyalty.ConsentPromotions: "acceptedPromotions",
	} {
		form := map[string]any{
			"businessId": s.Business.ID, "name": "Ana", "phone": s.Phone(), "email": "ana@correo.test", "birthday": "1990-05-17",
			"whatsappOptIn": false, "emailOptIn": false, "smsOptIn": false, "acceptedPromotions": false, "acceptedPrivacy": true,
		}
		form[field] = true
		path := "/customers/" + s.call(asAnonymous, http.MethodPost, "/public/customers/register", bodyOf(form)).customer(http.StatusCreated).ID
		s.call(asAdmin, http.MethodGet, path, "").has(http.StatusOK, `"email":"ana@correo.test"`, `"birthday":"1990-05-17"`)
		var read List[Consent]
		s.call(asAdmin, http.MethodGet, path+"/consents", "").has(http.StatusOK).into(&read)
		if len(read.Items) != len(loyalty.ConsentKinds())-1 { // all but the usual cut, which the form omits
			t.Errorf("%s: there are %d entries, want one for each kind but the usual cut", field, len(read.Items))
		}
		for _, entry := range read.Items {
			if entry.Granted != (entry.Kind == kind || entry.Kind == loyalty.ConsentPrivacy) {
				t.Errorf("with %s alone, %s is granted = %t, want %t", field, entry.Kind, entry.Granted, !entry.Granted)
			}
		}
	}
	nothing := map[string]any{"businessId": s.Business.ID, "name": "Eva", "phone": s.Phone(), "email": nil, "birthday": nil, "acceptedPrivacy": true}
	id := s.call(asAnonymous, http.MethodPost, "/public/customers/register", bodyOf(nothing)).customer(http.StatusCreated).ID
	s.call(asAdmin, http.MethodGet, "/customers/"+id, "").has(http.StatusOK, `"email":null`, `"birthday":null`)
}

func TestContract_ConsentEnums_AreComplete(t *testing.T) {
	t.Parallel()
	readEnum := func(field string) string {
		f, _ := reflect.TypeFor[Consent]().FieldByName(field)
		return f.Tag.Get("enum")
	}
	if got, want := readEnum("Form"), joinTexts(loyalty.ConsentForms()); got != want {
		t.Errorf("the forms are %s, want %s", got, want)
	}
	if got, want := readEnum("Kind"), joinTexts(loyalty.ConsentKinds()); got != want {
		t.Errorf("the purposes are %s, want %s", got, want)
	}
}

func joinTexts[T ~string](values []T) string {
	texts := make([]string, len(values))
	for i, value := range values {
		texts[i] = string(value)
	}
	return strings.Join(texts, ",")
}
