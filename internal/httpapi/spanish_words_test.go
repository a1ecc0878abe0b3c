package httpapi

import (
	"net/http"
	"regexp"
	"strings"
	"testing"

	"axioma/internal/loyalty"
)

func TestSpanishWords_DownloadedWord_IsTranslated(t *testing.T) {
	t.Parallel()
	words := []string{}
	for _, kind := range loyalty.ConsentKinds() {
		words = append(words, string(kind))
	}
	for _, form := range loyalty.ConsentForms() {
		words = append(words, string(form))
	}
	for _, kind := range loyalty.MessageKinds() {
		words = append(words, string(kind))
	}
	for _, word := range words {
		if spanish := spanishWords()[word]; spanish == "" || spanish == word && word != string(loyalty.ConsentSMS) {
			t.Errorf("the Spanish word for %s is %q, want a translation", word, spanish)
		}
	}
}

func TestOwnDataFile_IsInSpanish(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ana := s.Register("Ana")
	s.Visit(ana)
	s.tokens[asCustomer] = s.PortalToken(ana)
	got := s.call(asCustomer, http.MethodGet, "/portal/me/data.csv", "").has(http.StatusOK,
		"tipo;fecha;dato;valor", "aceptado · al registrarte", "promociones", "pendiente", "código para entrar", "en cola")
	if english := regexp.MustCompile(`PENDING|QUEUED|PUBLIC_REGISTER|OTP|pending|queued|otp|promotions|\d{4}-\d\d-\d\dT`).FindString(got.body); english != "" {
		t.Errorf("the file has the English word %q:\n%s, want none", english, got.body)
	}
	if !regexp.MustCompile(`visita;\d\d/\d\d/\d{4} \d\d:\d\d;notas`).MatchString(got.body) {
		t.Errorf("the days in the file are not in Spanish notation:\n%s", got.body)
	}
}

func TestValidation_ListsAndPictures_AreInSpanish(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ana := s.Customer("Ana")
	for path, body := range map[string]string{
		"/customers/" + ana.ID + "/family": `{"familyId":"","customerIds":[]}`,
		"/business/logo":                   `{"picture":"%%%"}`,
		"/public/devices/handover":         `{"token":"x","visits":[` + strings.Repeat(`{},`, 500) + `{}]}`,
	} {
		got := s.call(asOwner, http.MethodPost, path, body).has(http.StatusUnprocessableEntity)
		if strings.Contains(got.body, "expected") {
			t.Errorf("%s answers in English: %.300s", path, got.body)
		}
	}
}
