package httpapi

import (
	"bytes"
	"image/jpeg"
	"net/http"
	"strings"
	"testing"

	"axioma/internal/loyalty"
)

func ofUsual(below string) func(*site) string {
	return func(s *site) string {
		s.EnableUsual(true)
		ana := s.Customer("Ana Secreta")
		s.KeepUsual(ana, "Al 1", 1)
		return "/customers/" + ana.ID + "/usual" + below
	}
}

func ofUsualPicture(s *site) string {
	s.EnableUsual(true)
	usual := s.KeepUsual(s.Customer("Ana Secreta"), "Al 1", 1)
	return picturePath(usual.CustomerID, usual.Pictures[0].ID)
}

func photoBody(s *site) string { return withPicture(s.Photo(9)) }

func TestUsual_Barber_WritesAndSees(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ana := s.Customer("Ana")
	path := "/customers/" + ana.ID + "/usual"
	s.call(asBarber, http.MethodGet, path, "").has(http.StatusConflict, "USUAL_OFF", "está desactivada")
	s.call(asOwner, http.MethodPatch, "/business", `{"usualEnabled":true}`).has(http.StatusOK, `"usualEnabled":true`)
	s.call(asBarber, http.MethodGet, path, "").has(http.StatusOK, `"note":null`, `"version":1`, `"pictures":[]`, `"consent":null`)
	s.call(asBarber, http.MethodPost, path+"/pictures", photoBody(s)).has(http.StatusConflict, "USUAL_WITHOUT_CONSENT")
	body := strings.TrimSuffix(photoBody(s), "}") + `,"permission":{"granted":true}}`
	var usual Usual
	s.call(asBarber, http.MethodPost, path+"/pictures", body).has(http.StatusCreated, `"granted":true`, `"form":"STAFF"`).into(&usual)
	s.call(asBarber, http.MethodPatch, path, `{"note":" Degradado  al 1 "}`).has(http.StatusOK, `"note":"Degradado al 1"`, `"version":2`)
	s.call(asBarber, http.MethodPost, "/customers/"+ana.ID+"/usual/pictures", `{"picture":"bm8="}`).has(http.StatusUnprocessableEntity, "PHOTO_UNREADABLE")

	response := s.call(asBarber, http.MethodGet, usual.Pictures[0].URL, "").has(http.StatusOK)
	if _, err := jpeg.Decode(bytes.NewReader([]byte(response.body))); err != nil {
		t.Errorf("the picture is not a JPEG: %v", err)
	}
	for header, want := range map[string]string{"Content-Type": "image/jpeg", "Cache-Control": "private, max-age=86400, immutable", "Vary": "Authorization"} {
		if got := response.header.Get(header); got != want {
			t.Errorf("%s is %q, want %q", header, got, want)
		}
	}
	s.call(asAnonymous, http.MethodGet, usual.Pictures[0].URL, "").has(http.StatusUnauthorized)
	s.call(asForeignOwner, http.MethodGet, usual.Pictures[0].URL, "").has(http.StatusNotFound)
	s.call(asBarber, http.MethodPost, path+"/consent", `{"granted":false}`).has(http.StatusOK, `"pictures":[]`, `"note":null`, `"granted":false`)
	s.call(asBarber, http.MethodGet, usual.Pictures[0].URL, "").has(http.StatusNotFound)
}

func TestUsual_IfMatch_RefusesStaleNotes(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	path := ofUsual("")(s)
	request := s.request(asBarber, http.MethodPatch, path, `{"note":"Al 2"}`)
	request.Header.Set("If-Match", `"1"`)
	s.send(request).has(http.StatusConflict, loyalty.ErrUsualChanged.Code)
	s.call(asBarber, http.MethodGet, path, "").has(http.StatusOK, `"note":"Al 1"`)
}

func TestUsual_Portal_ShowsAndWithdraws(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.EnableUsual(true)
	ana := s.inPortal()
	s.KeepUsual(ana, "Al 1", 2)
	s.call(asCustomer, http.MethodGet, "/portal/me", "").has(http.StatusOK, `"usualEnabled":true`)
	var own Usual
	s.call(asCustomer, http.MethodGet, "/portal/me/usual", "").has(http.StatusOK, `"note":"Al 1"`).into(&own)
	s.call(asCustomer, http.MethodGet, own.Pictures[1].URL, "").has(http.StatusOK)
	s.call(asCustomer, http.MethodGet, "/portal/me/data", "").has(http.StatusOK, `"usualNote":"Al 1"`, `"usualPictures":[{`, `"kind":"USUAL","granted":true`)
	var whole OwnData
	s.call(asCustomer, http.MethodGet, "/portal/me/data?pictures=true", "").has(http.StatusOK).into(&whole)
	if want := s.Photo(60); len(whole.UsualPictures) != 2 || len(whole.UsualPictures[1].Picture) < len(want)/2 {
		t.Errorf("the download has %d pictures, want 2 in full", len(whole.UsualPictures))
	}
	s.call(asCustomer, http.MethodGet, "/portal/me/data.csv", "").has(http.StatusOK, "lo de siempre;;nota;Al 1", ";foto;")
	s.call(asCustomer, http.MethodPost, "/portal/me/consents", `{"kind":"USUAL","granted":false}`).has(http.StatusOK, `"usualNote":null`, `"usualPictures":[]`)
	s.call(asCustomer, http.MethodGet, own.Pictures[1].URL, "").has(http.StatusNotFound)
	s.call(asCustomer, http.MethodPost, "/portal/me/consents", `{"kind":"USUAL","granted":true}`).has(http.StatusOK)
	s.call(asBarber, http.MethodGet, "/customers/"+ana.ID+"/usual", "").has(http.StatusOK, `"form":"PORTAL"`, `"granted":true`)
}
