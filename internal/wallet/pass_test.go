package wallet_test

import (
	"slices"
	"strings"
	"testing"
	"unicode"

	"axioma/internal/loyalty"
	"axioma/internal/wallet"
	"axioma/internal/wallet/wallettest"
)

func tenth(target int64) loyalty.Terms { return loyalty.Terms{Target: target, Half: target / 2} }

// The rules are those of Apple's documentation and of public validators.
func TestPass_Fields_FollowApplesRules(t *testing.T) {
	t.Parallel()
	maker := newMaker(t, newAuthority(t))
	family := cardAt(termsOfTen(), 7)
	family.Progress.FamilyName = "Familia Pérez"
	void := cardAt(termsOfTen(), 3)
	void.Void = true
	for name, card := range map[string]wallet.Card{
		"without stamps": cardAt(termsOfTen(), 0), "VIP": cardAt(termsOfVIP(), 3), "full": cardAt(termsOfTen(), 10, "FREE", "WELCOME", "HALF"),
		"of a family": family, "void": void,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			mustBeValidPass(t, read(t, makePass(t, maker, card)), card.Void)
		})
	}
}

func mustBeValidPass(t *testing.T, p pass, void bool) {
	t.Helper()
	if p.FormatVersion == nil || *p.FormatVersion != 1 || p.PassTypeIdentifier != wallettest.PassType || p.TeamIdentifier != wallettest.Team {
		t.Errorf("the format is %v, the type %q, the team %q", p.FormatVersion, p.PassTypeIdentifier, p.TeamIdentifier)
	}
	if p.OrganizationName == "" || p.Description == "" || len(p.SerialNumber) < 16 || len(p.AuthenticationToken) < 16 {
		t.Errorf("name %q, description %q, serial %q or token %q is too short", p.OrganizationName, p.Description, p.SerialNumber, p.AuthenticationToken)
	}
	if p.WebServiceURL != service || !p.SharingProhibited || p.Voided != void {
		t.Errorf("the service is %q, sharing allowed: %t, void: %t; want this service, no sharing, and void as set", p.WebServiceURL, !p.SharingProhibited, p.Voided)
	}
	card := p.StoreCard
	if len(card.HeaderFields) > 3 || len(card.PrimaryFields) > 0 || len(card.SecondaryFields) > 4 || len(card.AuxiliaryFields) > 4 {
		t.Error("the pass has more fields than are shown, or a field across the strip")
	}
	keys, messageCount := map[string]bool{}, 0
	for _, field := range p.fields() {
		if field.Value == nil || *field.Value == "" || field.Key == "" || keys[field.Key] {
			t.Errorf("field %q is empty or duplicate", field.Key)
		}
		keys[field.Key] = true
		if field.ChangeMessage != "" {
			messageCount++
		}
		if field.ChangeMessage != "" && !strings.Contains(field.ChangeMessage, "%@") {
			t.Errorf("the change message of the field %q lacks the new value", field.Key)
		}
	}
	if messageCount != 1 {
		t.Errorf("%d fields have a change message, so one change shows as many banners", messageCount)
	}
	if (len(p.Barcodes) == 1) == void {
		t.Errorf("the pass has %d codes", len(p.Barcodes))
	}
}

func TestPass_Progress_IsShown(t *testing.T) {
	t.Parallel()
	maker := newMaker(t, newAuthority(t))
	for _, example := range []struct {
		card                     wallet.Card
		visits, next, owed, news string
	}{
		{cardAt(termsOfTen(), 0), "0/10", "Faltan 5 para el 50 %", "", "Llevas 0 de 10 visitas. Faltan 5 para el 50 %."},
		{cardAt(termsOfTen(), 4), "4/10", "Falta 1 para el 50 %", "", "Llevas 4 de 10 visitas. Falta 1 para el 50 %."},
		{cardAt(termsOfTen(), 5, "HALF"), "5/10", "Faltan 5 para el servicio gratis", "50 %", "¡Te espera: 50 %! Llevas 5 de 10 visitas."},
		{cardAt(termsOfTen(), 20, "FREE", "HALF"), "10/10", "Tarjeta completa", "servicio gratis y 50 %", "¡Te espera: servicio gratis y 50 %! Llevas 10 de 10 visitas."},
		{cardAt(termsOfVIP(), 3), "3/4", "Falta 1 para el servicio gratis", "", "Llevas 3 de 4 visitas. Falta 1 para el servicio gratis."},
	} {
		p := read(t, makePass(t, maker, example.card))
		values := []string{p.valueOf("visits"), p.valueOf("next"), p.valueOf("owed"), p.valueOf("news")}
		if want := []string{example.visits, example.next, example.owed, example.news}; !slices.Equal(values, want) {
			t.Errorf("with %d stamps the pass says %q, want %q", example.card.Progress.Card.Stamps, values, want)
		}
	}
}

func TestPass_WelcomeDiscountWithText_ShowsTheText(t *testing.T) {
	t.Parallel()
	card := cardAt(termsOfTen(), 0, "WELCOME")
	before := card.Digest()
	card.Progress.Owed[0].Promise = "20 % en tu primer corte"
	p := read(t, makePass(t, newMaker(t, newAuthority(t)), card))
	const owed = "descuento de bienvenida: 20 % en tu primer corte"
	if p.valueOf("owed") != owed || !strings.Contains(p.valueOf("news"), owed) {
		t.Errorf("the pass says %q and %q; want %q and %q in it", p.valueOf("owed"), p.valueOf("news"), owed, owed)
	}
	if card.Digest() == before {
		t.Error("the new text does not change the digest, so phones do not announce it")
	}
}

func TestPass_KindOfCard_IsShown(t *testing.T) {
	t.Parallel()
	maker := newMaker(t, newAuthority(t))
	family := cardAt(termsOfTen(), 7)
	family.Progress.FamilyName = "Familia Pérez"
	if p := read(t, makePass(t, maker, family)); p.valueOf("family") != "Familia Pérez" || p.valueOf("vip") != "" {
		t.Errorf("a family's card shows %q, want Familia Pérez", p.valueOf("family"))
	}
	if p := read(t, makePass(t, maker, cardAt(termsOfVIP(), 1))); p.valueOf("vip") != "VIP" || strings.Contains(p.valueOf("terms"), "50") {
		t.Errorf("a VIP card shows %q and %q; want VIP and no %q in it", p.valueOf("vip"), p.valueOf("terms"), "50")
	}
}

func TestPass_Void_HasNoPersonalData(t *testing.T) {
	t.Parallel()
	card := cardAt(termsOfTen(), 7)
	card.Void = true
	files := makePass(t, newMaker(t, newAuthority(t)), card)
	text := string(files["pass.json"])
	for _, secret := range []string{"Ana", "7/10", "AXIOMA_CUSTOMER", "portal"} {
		if strings.Contains(text, secret) {
			t.Errorf("a void pass still has the secret %q: %s", secret, text)
		}
	}
	if _, drawn := files["strip@2x.png"]; drawn {
		t.Error("a void pass still shows the stamps")
	}
}

func TestPass_Barcode_IsWrittenInItsEncoding(t *testing.T) {
	t.Parallel()
	p := read(t, makePass(t, newMaker(t, newAuthority(t)), cardAt(termsOfTen(), 1)))
	code := p.Barcodes[0]
	beyond := strings.ContainsFunc(code.Message, func(r rune) bool { return r > unicode.MaxLatin1 })
	if code.Format != "PKBarcodeFormatQR" || code.MessageEncoding != "iso-8859-1" || code.Message != `{"type":"AXIOMA_CUSTOMER"}` || beyond {
		t.Errorf("the code is %+v, want a QR code of the test pass in ISO 8859-1", code)
	}
}
