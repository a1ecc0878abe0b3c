package httpapi

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"image/png"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/makiuchi-d/gozxing"
)

func (s *site) callFromDevice(device, method, path string, headers ...string) answer {
	s.t.Helper()
	request := s.request(asBarber, method, path, "")
	request.Header.Set("X-Device", device)
	for i := 0; i < len(headers); i += 2 {
		request.Header.Set(headers[i], headers[i+1])
	}
	return s.send(request)
}

// Spec: checkin-19
func TestDevices_EnrolmentCode_IsExchangedForAToken(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	var newDevice NewDevice
	s.call(asOwner, http.MethodPost, "/devices", `{"name":"Tablet caja"}`).has(http.StatusCreated).into(&newDevice)
	if newDevice.URL != "http://example.com/staff/device#"+newDevice.Code || len(newDevice.Code) != 26 {
		t.Errorf("the address of the new device is %s, want a link with the code of 26 characters", newDevice.URL)
	}
	encodedPicture, _ := strings.CutPrefix(newDevice.Picture, "data:image/png;base64,")
	content, err := base64.StdEncoding.DecodeString(encodedPicture)
	if err != nil {
		t.Fatal(err)
	}
	picture, err := png.Decode(bytes.NewReader(content))
	if err != nil {
		t.Fatal(err)
	}
	// Without this hint, the reader expects a photograph and cannot read all codes.
	pure := map[gozxing.DecodeHintType]any{gozxing.DecodeHintType_PURE_BARCODE: true}
	if read, err := decodeQR(picture, picture.Bounds().Dx(), pure); err != nil || read.GetText() != newDevice.URL {
		t.Errorf("the QR says %s, %v; want the address", read, err)
	}
	s.call(asOwner, http.MethodGet, "/devices", "").has(http.StatusOK, `"enrolledAt":null`, `"codeExpiresAt":"2026-03-26T09:10:00Z"`).lacks(newDevice.Code)
	var enrolledDevice EnrolledDevice
	body := fmt.Sprintf(`{"code":%q}`, newDevice.Code)
	s.call(asAnonymous, http.MethodPost, "/public/devices/enrol", body).has(http.StatusOK).into(&enrolledDevice)
	if enrolledDevice.ID != newDevice.ID || enrolledDevice.Name != "Tablet caja" || enrolledDevice.BusinessID != s.Business.ID || len(enrolledDevice.Token) != 26 {
		t.Errorf("the enrolled device is %+v; want ID %v, Name Tablet caja, BusinessID %v and len(Token) 26", enrolledDevice, newDevice.ID, s.Business.ID)
	}
	s.call(asAnonymous, http.MethodPost, "/public/devices/enrol", body).has(http.StatusConflict, "DEVICE_CODE_REFUSED")
	s.call(asOwner, http.MethodGet, "/devices", "").has(http.StatusOK, `"codeExpiresAt":null`).lacks(enrolledDevice.Token)
}

func TestDevices_CallHeaders_UpdateContactAndVisits(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	device, theirs, ana := s.EnrolDevice("Tablet caja"), s.other.EnrolDevice("Otra"), s.Customer("Ana")
	listDevices := func() string {
		t.Helper()
		if err := s.Cases.Devices.WriteContacts(t.Context()); err != nil {
			t.Fatal(err)
		}
		return s.call(asOwner, http.MethodGet, "/devices", "").has(http.StatusOK).body
	}
	for _, c := range []struct{ version, waiting, since, want string }{
		{"a1b2c3", "3", "2026-03-26T18:40:00Z", `"appVersion":"a1b2c3","waiting":3,"waitingSince":"2026-03-26T18:40:00Z"`},
		{"", "0", "2026-03-26T18:40:00Z", `"appVersion":null,"waiting":0,"waitingSince":null`},
		{"a\tb", "-1", "ayer", `"appVersion":null,"waiting":0,"waitingSince":null`},
		{strings.Repeat("a", 41), "99999999999", "", `"appVersion":null,"waiting":0,"waitingSince":null`},
		{"2", "1", "ayer", `"appVersion":"2","waiting":1,"waitingSince":null`},
	} {
		s.Clock.Advance(time.Minute)
		s.callFromDevice(device.Token, http.MethodGet, "/business", "X-App-Version", c.version, "X-Waiting", c.waiting, "X-Waiting-Since", c.since).has(http.StatusOK)
		if got := listDevices(); !strings.Contains(got, c.want) || !strings.Contains(got, `"lastSeenAt":"`+s.Clock.Now().Format(time.RFC3339)) {
			t.Errorf("the device with %+v is shown as %s, want %s and the last contact now", c, got, c.want)
		}
	}
	before := listDevices()
	s.Clock.Advance(time.Minute)
	for _, token := range []string{theirs.Token, "nada", strings.Repeat("x", 5000)} {
		s.callFromDevice(token, http.MethodPost, "/customers/"+s.Customer("Berta").ID+"/visits").has(http.StatusCreated)
	}
	if listDevices() != before {
		t.Error("a call with another token changed the shown data")
	}
	s.callFromDevice(device.Token, http.MethodPost, "/customers/"+ana.ID+"/visits").has(http.StatusCreated)
	s.call(asBarber, http.MethodGet, "/customers/"+ana.ID+"/visits", "").has(http.StatusOK, `"device":"Tablet caja"`)
	s.MustHoldInvariants(t)
}

// Spec: checkin-19
func TestDevices_Revoked_IsRefusedAndSessionEnds(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	device, ana := s.EnrolDevice("Tablet caja"), s.Customer("Ana")
	s.callFromDevice(device.Token, http.MethodGet, "/business").has(http.StatusOK)
	s.call(asOwner, http.MethodPost, "/devices/"+device.ID+"/revoke", "").has(http.StatusOK, `"revokedAt":"2026-03-26T09:00:00Z"`)
	for range 2 {
		got := s.callFromDevice(device.Token, http.MethodPost, "/customers/"+ana.ID+"/visits").has(http.StatusUnauthorized)
		if problem := got.problem(); problem.Code != "DEVICE_REVOKED" {
			t.Errorf("refused with %s, want DEVICE_REVOKED", problem.Code)
		}
	}
	s.call(asBarber, http.MethodGet, "/business", "").has(http.StatusUnauthorized, "TOKEN_EXPIRED")
	request := s.request(asForeignOwner, http.MethodGet, "/business", "")
	request.Header.Set("X-Device", device.Token)
	s.send(request).has(http.StatusOK)
	if stamps := s.Progress(ana).Card.Stamps; stamps != 0 {
		t.Errorf("%d visits were registered, want none", stamps)
	}
}

func TestDevices_Revoked_HandsOverVisitsForTheOwner(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	device, ana, berta := s.EnrolDevice("Tablet caja"), s.Customer("Ana"), s.Customer("Berta")
	visit := func(id, key string) string {
		return fmt.Sprintf(`{"key":%q,"customerId":%q,"name":"Ana","by":%q,"notes":"Corte","authorized":false,`+
			`"scannedAt":"2026-03-26T11:00:00Z","sentAt":"2026-03-26T12:00:00Z"}`, key, id, s.Staff["BARBER"].Email)
	}
	body := fmt.Sprintf(`{"token":%q,"visits":[%s,%s]}`, device.Token, visit(ana.ID, "one"), visit(berta.ID, "two"))
	s.call(asAnonymous, http.MethodPost, "/public/devices/handover", body).has(http.StatusUnauthorized, "HANDOVER_CLOSED")
	s.RevokeDevice(device)
	s.call(asAnonymous, http.MethodPost, "/public/devices/handover", body).has(http.StatusOK, `{"taken":["one","two"]}`)
	s.call(asOwner, http.MethodGet, "/devices", "").has(http.StatusOK, `"customerName":"Ana"`, `"customerName":"Berta"`, `"scannedBy":"BARBER"`,
		`"visitedAt":"2026-03-26T08:00:00Z","receivedAt":"2026-03-26T09:00:00Z","clockSkewMs":10800000`, `"outcome":null`, `"notes":"Corte"`)
	for i, act := range []string{"register", "discard"} {
		path := "/devices/" + device.ID + "/visits/" + s.HandoverVisits(device.ID)[i].ID + "/" + act
		s.call(asOwner, http.MethodPost, path, "").has(http.StatusOK, `"outcome":"`+[]string{"REGISTERED", "DISCARDED"}[i])
		s.call(asOwner, http.MethodPost, path, "").has(http.StatusConflict, "HANDOVER_VISIT_SETTLED")
	}
	s.call(asOwner, http.MethodGet, "/devices", "").has(http.StatusOK, `"settledBy":"OWNER"`)
	if stamps := s.Progress(ana).Card.Stamps + s.Progress(berta).Card.Stamps; stamps != 1 {
		t.Errorf("both customers have %d stamps together, want 1", stamps)
	}
	s.MustHoldInvariants(t)
}
