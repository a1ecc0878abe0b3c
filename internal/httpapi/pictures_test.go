package httpapi

import (
	"bytes"
	"encoding/base64"
	"image"
	"image/color"
	"image/png"
	"net/http"
	"strings"
	"testing"

	"github.com/makiuchi-d/gozxing"
	"github.com/makiuchi-d/gozxing/qrcode"

	"axioma/internal/service/access"
)

// Spec: entities-17, calls-6
func TestQRPicture_Content_IsSigned(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ana := s.Customer("Ana")
	path := "/public/customers/" + ana.QR() + "/qr.png"
	got := s.call(asAnonymous, http.MethodGet, path, "").has(http.StatusOK)
	if again := s.call(asAnonymous, http.MethodGet, path, ""); again.body != got.body {
		t.Error("the second request returned another picture")
	}
	if contentType := got.header.Get("Content-Type"); contentType != "image/png" {
		t.Errorf("Content-Type is %q, want image/png", contentType)
	}
	picture, err := png.Decode(bytes.NewReader([]byte(got.body)))
	if err != nil {
		t.Fatalf("the picture is not a PNG: %v", err)
	}
	content, err := s.Cases.QRCodes.Content(t.Context(), ana.QR())
	if err != nil {
		t.Fatal(err)
	}
	want := `{"type":"AXIOMA_CUSTOMER","customerId":"` + ana.QR() + `","businessId":"` + s.Business.ID + `","signature":"` + content.Signature + `"}`
	// Without this hint, the reader expects a photograph and misreads one code in a hundred.
	pure := map[gozxing.DecodeHintType]any{gozxing.DecodeHintType_PURE_BARCODE: true}
	for _, scan := range []struct {
		width int
		hints map[gozxing.DecodeHintType]any
	}{{picture.Bounds().Dx(), pure}, {400, pure}, {192, nil}} { // the last is the portal's width
		read, err := decodeQR(picture, scan.width, scan.hints)
		if err != nil { // the next attempt is one pixel larger
			read, err = decodeQR(picture, scan.width+1, nil)
		}
		if err != nil {
			t.Fatalf("a reader cannot read the picture at %d pixels: %v", scan.width, err)
		}
		if read.GetText() != want {
			t.Errorf("the QR says %s, want %s", read.GetText(), want)
		}
	}
}

func TestRegister_Response_EmbedsTheQR(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	for path, body := range map[string]string{
		"/public/customers/register": `{"businessId":"` + s.Business.ID + `","name":"Eva","phone":"612000009","acceptedPrivacy":true}`,
		"/public/customers/children": registeredChildBody(s),
	} {
		var response struct {
			QRURL string `json:"qrUrl"`
			EmbeddedQR
		}
		s.call(asAnonymous, http.MethodPost, path, body).has(http.StatusCreated).into(&response)
		encodedPicture, isPicture := strings.CutPrefix(response.QRPicture, "data:image/png;base64,")
		picture, err := base64.StdEncoding.DecodeString(encodedPicture)
		if err != nil || !isPicture {
			t.Fatalf("%s has the picture %q inline: %v", path, response.QRPicture, err)
		}
		fetchedPicture := s.call(asAnonymous, http.MethodGet, strings.TrimPrefix(response.QRURL, "/api"), "").has(http.StatusOK)
		if string(picture) != fetchedPicture.body {
			t.Errorf("the inline picture of %s differs from that at %s", path, response.QRURL)
		}
	}
}

func decodeQR(picture image.Image, width int, hints map[gozxing.DecodeHintType]any) (*gozxing.Result, error) {
	bitmap, err := gozxing.NewBinaryBitmapFromImage(shrink(picture, width))
	if err != nil {
		return nil, err
	}
	return qrcode.NewQRCodeReader().Decode(bitmap, hints)
}

func shrink(picture image.Image, width int) image.Image {
	small := image.NewGray(image.Rect(0, 0, width, width))
	side := picture.Bounds().Dx()
	for at := range width * width {
		x, y := at%width, at/width
		sum, count := 0, 0
		for top := y * side / width; top < (y+1)*side/width; top++ {
			for left := x * side / width; left < (x+1)*side/width; left++ {
				gray, _ := color.GrayModel.Convert(picture.At(left, top)).(color.Gray)
				sum, count = sum+int(gray.Y), count+1
			}
		}
		small.SetGray(x, y, color.Gray{Y: uint8(sum / count)})
	}
	return small
}

// Spec: limits-12
func TestQRPicture_Download_HasAShortFileName(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ana := s.Customer("Ana")
	path := "/public/customers/" + ana.QR() + "/qr.png"
	download := s.call(asAnonymous, http.MethodGet, path+"?download=1", "").has(http.StatusOK)
	if got, want := download.header.Get("Content-Disposition"), `attachment; filename="qr-`+ana.QR()[:8]+`.png"`; got != want {
		t.Errorf("Content-Disposition is %q, want %q", got, want)
	}
	if response := s.call(asAnonymous, http.MethodGet, path, ""); response.header.Get("Content-Disposition") != "" {
		t.Errorf("the picture is shown as a download: %q, want none", response.header.Get("Content-Disposition"))
	}
}

// Spec: states-19
func TestPublicPages_ArchivedCustomer_AnswerNotFound(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ana := s.Customer("Ana")
	s.Archive(ana)
	for _, path := range []string{"", "/qr.png", "/visits"} {
		s.call(asAnonymous, http.MethodGet, "/public/customers/"+ana.QR()+path, "").has(http.StatusNotFound, "CUSTOMER_NOT_FOUND")
	}
}

func TestQR_MergedRecord_OpensTheKeptOne(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	first, second, keptCustomer := s.Customer("Ana"), s.Customer("Ana"), s.Customer("Ana")
	for _, merge := range [][2]string{{second.ID, first.ID}, {keptCustomer.ID, second.ID}} {
		if _, err := s.Cases.Merges.Merge(t.Context(), s.Admin, merge[0], merge[1]); err != nil {
			t.Fatal(err)
		}
	}
	paths := []string{"", "/qr.png", "/visits"}
	for _, path := range paths {
		s.call(asAnonymous, http.MethodGet, "/public/customers/"+first.QR()+path, "").has(http.StatusOK)
	}
	s.Archive(keptCustomer)
	for _, path := range paths {
		s.call(asAnonymous, http.MethodGet, "/public/customers/"+first.QR()+path, "").has(http.StatusNotFound, "CUSTOMER_NOT_FOUND")
	}
}

// Spec: portal-6
func TestPublicPages_HiddenCustomers_AreIndistinguishable(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	erasedCustomer, keptCustomer, archivedCustomer := s.Register("Ana Secreta"), s.Register("Bea Secreta"), s.Register("Carla Secreta")
	if err := s.Cases.SelfService.RequestErasure(t.Context(), access.PortalUser{CustomerID: erasedCustomer.ID, BusinessID: s.Business.ID}); err != nil {
		t.Fatal(err)
	}
	s.Archive(archivedCustomer)
	path := func(id string) string { return "/public/customers/" + id }
	unknown := s.call(asAnonymous, http.MethodGet, path("unknown"), "").has(http.StatusNotFound, "CUSTOMER_NOT_FOUND")
	s.call(asAnonymous, http.MethodGet, path(keptCustomer.QR()), "").has(http.StatusOK)
	s.Suspend()
	for _, id := range []string{erasedCustomer.QR(), keptCustomer.QR(), archivedCustomer.QR()} {
		if got := s.call(asAnonymous, http.MethodGet, path(id), "").has(http.StatusNotFound); got.body != unknown.body {
			t.Errorf("the response differs from that for an unknown id: %s, want %s", got.body, unknown.body)
		}
	}
}
