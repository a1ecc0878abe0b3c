package httpapi

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/service/servicetest"
)

func TestStaffReport_EachRole_GetsWhatItMay(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ana := s.Customer("Ana")
	s.Visits(ana, 2)
	s.call(asBarber, http.MethodPost, "/customers/"+s.Customer("Berta").ID+"/visits", `{}`).has(http.StatusCreated)
	s.call(asOwner, http.MethodGet, "/reports/staff", "").has(http.StatusOK,
		`"period":{"from":"2026-02-27","to":"2026-03-26"},"before":{"from":"2026-01-30","to":"2026-02-26"}`,
		`"returned":{"part":0,"total":0,"percent":null}`, `"authorized":1`)
	s.call(asOwner, http.MethodGet, "/reports/staff?compare=year", "").has(http.StatusOK, `"before":{"from":"2025-02-28","to":"2025-03-27"}`)
	for _, path := range []string{"/reports/staff", "/reports/debt"} {
		s.call(asOwner, http.MethodGet, path+"?range=month", "").has(http.StatusOK,
			`"period":{"from":"2026-03-01","to":"2026-03-26"},"before":{"from":"2026-02-01","to":"2026-02-26"}`)
	}
	s.call(asOwner, http.MethodGet, "/reports/staff?range=week", "").has(http.StatusOK,
		`"period":{"from":"2026-03-23","to":"2026-03-26"},"before":{"from":"2026-03-16","to":"2026-03-19"}`)
	s.call(asOwner, http.MethodGet, "/reports/staff?range=day", "").has(http.StatusUnprocessableEntity)
	own := s.call(asBarber, http.MethodGet, "/reports/staff", "").has(http.StatusOK, `"visits":1`)
	if strings.Count(own.body, `"userId"`) != 1 {
		t.Errorf("a barber must see one userId, but sees %s", own.body)
	}
	s.call(asBarber, http.MethodGet, "/reports/returns", "").has(http.StatusForbidden)
	s.call(asBarber, http.MethodGet, "/reports/debt", "").has(http.StatusForbidden)
	for _, path := range []string{"", "/customers", "/recovered", "/greetings", "/file"} {
		s.call(asBarber, http.MethodGet, "/reports/absent"+path, "").has(http.StatusForbidden)
	}
	for _, path := range []string{"/card", "/card/customers", "/card/file", "/cohorts", "/cohorts/file", "/hours", "/hours/file"} {
		s.call(asBarber, http.MethodGet, "/reports"+path, "").has(http.StatusForbidden)
	}
	s.call(asOwner, http.MethodGet, "/reports/staff/file", "").has(http.StatusOK, "Quién;Desde;Hasta;Visitas")
}

func TestInsights_InvalidParameters_AreRefused(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	for _, path := range []string{"/reports/staff", "/reports/staff/file", "/reports/debt", "/reports/debt/file", "/reports/card", "/reports/card/file", "/reports/card/customers"} {
		for _, parameters := range []string{"from=ayer&to=2026-03-01", "from=2026-03-02&to=2026-03-01", "from=2020-01-01&to=2026-03-01", "from=2026-03-01", "compare=never", "from=9999-12-01&to=9999-12-31"} {
			s.call(asOwner, http.MethodGet, path+"?"+parameters, "").has(http.StatusUnprocessableEntity)
		}
		for _, parameters := range []string{"from=0001-01-01&to=0001-01-31", "from=9998-12-01&to=9998-12-31"} {
			s.call(asOwner, http.MethodGet, path+"?"+parameters, "").has(http.StatusOK)
		}
	}
}

func TestAbsences_LostCustomer_IsListedUntilInvited(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ana := s.Customer("Ana")
	for range 3 {
		s.Visit(ana)
		s.Clock.Advance(24 * time.Hour)
	}
	s.Clock.Advance(31 * 24 * time.Hour)
	s.call(asOwner, http.MethodGet, "/reports/absent", "").has(http.StatusOK,
		`"lost":{"all":1,"toInvite":0,"withoutConsent":1,"withoutPhone":0,"unverifiedPhone":0,"minors":0,"invited":0,"heldBack":0}`, `"invited":{"part":0,"total":0,"percent":null}`)
	s.call(asOwner, http.MethodGet, "/reports/absent/customers", "").has(http.StatusOK, `"items":[]`)
	s.call(asOwner, http.MethodGet, "/reports/absent/customers?all=true", "").has(http.StatusOK, `"greeting":"NO_CONSENT"`, `"total":1`)
	s.call(asOwner, http.MethodGet, "/customers/"+ana.ID+"/greeting", "").has(http.StatusOK, `{"state":"NO_CONSENT","invites":true}`)
	s.call(asBarber, http.MethodGet, "/customers/"+ana.ID+"/greeting", "").has(http.StatusForbidden)
	s.call(asAdmin, http.MethodPost, "/customers/"+ana.ID+"/greeting", "{}").has(http.StatusConflict, `"MAY_NOT_GREET"`)
	s.call(asOwner, http.MethodGet, "/reports/absent/customers?absence=GONE", "").has(http.StatusUnprocessableEntity)
	s.call(asOwner, http.MethodGet, "/reports/absent/recovered?cursor=x", "").has(http.StatusUnprocessableEntity)
	file := s.call(asOwner, http.MethodGet, "/reports/absent/file", "").has(http.StatusOK,
		"Cliente;Estado;Última visita", "Ana;Ha dejado de venir;2026-03-28;32;1;no: sin consentimiento")
	if strings.Contains(file.body, "+34") {
		t.Errorf("the file has phones: %s", file.body)
	}
}

func TestUndoGreeting_EachRole_UndoesOnlyTheGreetingItSaw(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ana := s.Customer("Ana")
	path := "/customers/" + ana.ID + "/greeting"
	for _, kind := range []loyalty.ConsentKind{loyalty.ConsentWhatsApp, loyalty.ConsentPromotions} {
		if err := s.Cases.SelfService.SetConsent(t.Context(), servicetest.PortalUser(s.Shop, ana), kind, true); err != nil {
			t.Fatal(err)
		}
	}
	for range 3 {
		s.Visit(ana)
		s.Clock.Advance(24 * time.Hour)
	}
	s.Clock.Advance(31 * 24 * time.Hour)
	s.call(asAdmin, http.MethodPost, path, `{"invites":true}`).has(http.StatusOK,
		`"greetedAt":"2026-04-29T09:00:00Z","greetingUndoableUntil":"2026-04-30T09:00:00Z"`)
	s.call(asOwner, http.MethodGet, "/reports/absent/customers", "").has(http.StatusOK, `"greetingUndoableUntil":"2026-04-30T09:00:00Z"`)
	s.call(asOwner, http.MethodGet, "/business/lost", "").has(http.StatusOK, `"greetingUndoableUntil":"2026-04-30T09:00:00Z","mayGreet":false,"greeting":"INVITED"`)
	s.call(asOwner, http.MethodGet, "/reports/absent/greetings", "").has(http.StatusOK, `"undoableUntil":"2026-04-30T09:00:00Z"`)
	s.call(asBarber, http.MethodDelete, path+"?at=2026-04-29T09:00:00Z", "").has(http.StatusForbidden)
	for _, query := range []string{"", "?at=ayer"} {
		s.call(asAdmin, http.MethodDelete, path+query, "").has(http.StatusUnprocessableEntity)
	}
	s.call(asAdmin, http.MethodDelete, path+"?at=2026-04-29T08:00:00Z", "").has(http.StatusOK, `"greetedAt":"2026-04-29T09:00:00Z"`)
	s.call(asAdmin, http.MethodDelete, path+"?at=2026-04-29T09:00:00Z", "").has(http.StatusOK, `"greetedAt":null,"greetingUndoableUntil":null`)
	s.call(asOwner, http.MethodGet, "/reports/absent/greetings", "").has(http.StatusOK, `"items":[]`)
	s.call(asAdmin, http.MethodPost, path, `{"invites":true}`).has(http.StatusOK)
	s.Clock.Advance(24 * time.Hour)
	s.call(asAdmin, http.MethodDelete, path+"?at=2026-04-29T09:00:00Z", "").has(http.StatusConflict, `"GREETING_TOO_LATE"`)
}

func TestCardReport_NewCustomers_AreCountedByStep(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ana := s.Customer("Ana")
	s.Customer("Berta")
	s.Visit(ana)
	s.Clock.Advance(7 * 24 * time.Hour)
	s.Visit(ana)
	s.call(asOwner, http.MethodGet, "/reports/card", "").has(http.StatusOK,
		`"counting":false`, `"period":{"from":"2025-04-04","to":"2026-04-02"},"before":{"from":"2024-04-05","to":"2025-04-03"}`,
		`{"step":"SECOND_VISIT","now":{"reached":{"part":1,"total":2,"percent":null},"took":{"count":1,"first":7,"median":7,"third":7}}`,
		`"slowReward":false,"imported":0,"withPaperCard":0`)
	s.call(asOwner, http.MethodGet, "/reports/card/customers", "").has(http.StatusOK, `"name":"Berta","registeredOn":"2026-03-26","lastVisitOn":null`, `"total":1`)
	s.call(asOwner, http.MethodGet, "/reports/card/customers?step=SECOND_VISIT", "").has(http.StatusOK, `"name":"Ana","registeredOn":"2026-03-26","lastVisitOn":"2026-04-02"`)
	s.call(asOwner, http.MethodGet, "/reports/card/customers?step=LOST", "").has(http.StatusUnprocessableEntity)
	s.call(asOwner, http.MethodGet, "/reports/card/customers?cursor=x", "").has(http.StatusUnprocessableEntity)
	s.call(asOwner, http.MethodGet, "/reports/card/file", "").has(http.StatusOK, "Segunda visita;2025-04-04;2026-04-02;1;2;7;0;0")
}

func TestCohortsAndHours_Visits_AreCountedByLocalTime(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ana := s.Customer("Ana")
	for range 3 {
		s.Visit(ana)
		s.Clock.Advance(7 * 24 * time.Hour)
	}
	s.call(asOwner, http.MethodGet, "/reports/cohorts", "").has(http.StatusOK,
		`"cohorts":[{"month":"2026-03","came":[{"part":1,"total":1,"percent":null},{"part":1,"total":1,"percent":null}]}]`,
		`"gaps":{"count":1,"first":7,"median":7,"third":7}`, `"gapWeeks":[1,0,0,0,0,0,0,0,0]`)
	s.call(asOwner, http.MethodGet, "/reports/cohorts/file", "").has(http.StatusOK, "2026-03;1;1;1;;")
	// The clocks changed between the first visit and the later ones.
	s.call(asOwner, http.MethodGet, "/reports/hours", "").has(http.StatusOK,
		`"period":{"from":"2026-02-19","to":"2026-04-15"},"before":{"from":"2025-12-25","to":"2026-02-18"},"visits":3,"visitsCompared":0,"visitsBefore":0`,
		`"weekdays":[{"weekday":4,"open":3,"closed":5,"closedBefore":0,"comparable":false}]`)
	s.call(asOwner, http.MethodGet, "/reports/hours/file", "").has(http.StatusOK, "Día;Hora;Visitas;Visitas antes;Diferencia;Días con visitas\r\njueves;", ";;;3\r\n")
}

func TestDebtReport_Settings_GiveAnEstimate(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.Visits(s.Customer("Ana"), 10)
	s.call(asOwner, http.MethodGet, "/reports/debt", "").has(http.StatusOK, `"estimate":null`, `"flow":{"earned":2,"redeemed":0}`,
		`{"kind":"FREE","fromDays":0,"toDays":29,"count":1}`)
	s.call(asOwner, http.MethodPatch, "/business", `{"meanTicket":2000,"serviceCost":25}`).has(http.StatusOK, `"meanTicket":2000`)
	s.call(asOwner, http.MethodGet, "/reports/debt", "").has(http.StatusOK, `"estimate":{"value":3000,"cost":750,"expected":null}`)
	s.call(asOwner, http.MethodPatch, "/business", `{"meanTicket":-1}`).has(http.StatusUnprocessableEntity, "Tiene que estar entre 0 y 1.000 €.")
	s.call(asOwner, http.MethodGet, "/reports/debt/file", "").has(http.StatusOK, "Servicio gratis;0;29;1")
}
