package httpapi

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"axioma/internal/loyalty"
)

// Spec: checkin-22, roles-8, roles-9
func TestMasking_Barber_SeesNoFullPhoneOrEmail(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	const local, address, second = "612345678", "ana.garcia@correo.test", "699000111"
	ana := s.Change(s.Register("Ana Secreta"), loyalty.CustomerChanges{
		Phone: loyalty.Change{Sent: true, Value: local}, Email: loyalty.Change{Sent: true, Value: address},
		Notes: loyalty.Change{Sent: true, Value: loyalty.OtherPhoneNote("+34"+second) + "\n" + loyalty.OtherEmailNote("ana.garcia@trabajo.test")},
	})
	welcome, _ := s.Progress(ana).FirstOwed(loyalty.RewardWelcome)
	visit := s.Visit(ana)
	callCount := 0
	for _, r := range table() {
		account := strings.Contains(r.path, "password") || strings.HasSuffix(r.path, "/logout") || strings.Contains(r.path, "second-factor") || strings.HasPrefix(r.path, "/auth/recent")
		if !r.who.allows(loyalty.Barber) || account {
			continue
		}
		path := strings.NewReplacer("/visits/{id}", "/visits/"+visit.Visit.ID, "{id}", ana.ID, "{rewardId}", welcome.ID).Replace(r.path)
		body := ""
		switch r.String() {
		case "POST /customers/lookup":
			body = fmt.Sprintf(`{"email":%q}`, address)
		case "POST /visits":
			body = fmt.Sprintf(`{"customerId":%q}`, ana.ID)
		case "POST /customers/visits/by-phone":
			body = fmt.Sprintf(`{"phone":%q}`, local)
		case "GET /visits":
			path += "?customerId=" + ana.ID
		}
		got := s.call(asBarber, r.method, path, body).lacks(local, second, "612 34", address, "ana.garcia", "garcia")
		if got.status < 300 {
			callCount++
		}
		if strings.Contains(got.body, `"phone"`) {
			got.has(http.StatusOK, `"phone":"34•••••••78"`)
		}
		if strings.Contains(got.body, `"phone"`) && r.path != "/counter/snapshot" {
			got.has(http.StatusOK, `"email":"a••••••••a@correo.test"`, `"masked":true`)
		}
	}
	if callCount < 8 {
		t.Errorf("%d calls were made, want at least 8", callCount)
	}
	for _, as := range []caller{asAdmin, asOwner, asOperator} {
		path := "/customers/" + ana.ID + "?businessId=" + s.Business.ID
		s.call(as, http.MethodGet, path, "").has(http.StatusOK, `"phone":"+34612345678"`, address, `"masked":false`)
		s.call(as, http.MethodGet, "/counter/snapshot?businessId="+s.Business.ID, "").has(http.StatusOK, `"34•••••••78"`).lacks(local)
	}
}

func TestMasking_ReplayedKeyOfAdmin_StaysMaskedForBarber(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ana := s.Customer("Ana")
	for _, as := range []caller{asAdmin, asBarber} {
		request := s.request(as, http.MethodPost, "/customers/"+ana.ID+"/visits", `{}`)
		request.Header.Set("Idempotency-Key", "one")
		s.send(request).has(http.StatusCreated).lacks(ana.Phone)
	}
}

// Spec: portal-6
func TestPublicCustomer_ID_ShowsNameAndMaskedPhone(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ana := s.Change(s.Register("Ana Secreta"), loyalty.CustomerChanges{
		Phone: loyalty.Change{Sent: true, Value: "612345678"}, Email: loyalty.Change{Sent: true, Value: "ana@correo.test"},
		Notes: loyalty.Change{Sent: true, Value: "Alérgica"}, Birthday: loyalty.Change{Sent: true, Value: "1990-05-17"},
	})
	got := s.call(asAnonymous, http.MethodGet, "/public/customers/"+ana.QR(), "").has(http.StatusOK)
	if want := fmt.Sprintf(`{"id":%q,"businessId":%q,"name":"Ana Secreta","phone":"34•••••••78","progress":null,"passUrl":null,"googlePassUrl":null,"passBadge":null,"googlePassBadge":null}`, ana.QR(), s.Business.ID); strings.TrimSpace(got.body) != want {
		t.Errorf("the answer to an id is %s, want %s", got.body, want)
	}
	if cache := got.header.Get("Cache-Control"); cache != "no-store" {
		t.Errorf("Cache-Control is %q, want no-store", cache)
	}
}

// Spec: portal-6
func TestPublicCustomer_Minor_ShowsTheFirstName(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	for birthday, want := range map[string]string{"2012-03-27": "Leo", "2012-03-26": "Leo Ruiz"} { // the customers turn fourteen tomorrow, and today
		leo := s.Change(s.Customer("Leo Ruiz"), loyalty.CustomerChanges{
			Birthday: loyalty.Change{Sent: true, Value: birthday}, Guardian: loyalty.Guardian{Name: "Eva", Consents: true},
		})
		s.call(asAnonymous, http.MethodGet, "/public/customers/"+leo.QR(), "").has(http.StatusOK, `"name":"`+want+`"`)
	}
}
