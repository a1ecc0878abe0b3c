package wallet_test

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"io"
	"testing"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/wallet"
	"axioma/internal/wallet/wallettest"
)

var noon = time.Date(2026, 11, 25, 12, 0, 0, 0, time.UTC)

const service = "https://cards.example.com/api/wallet/apple"

func newAuthority(t *testing.T) *wallettest.Authority {
	t.Helper()
	authority, err := wallettest.NewAuthority(noon)
	if err != nil {
		t.Fatal(err)
	}
	return authority
}

func issue(t *testing.T, authority *wallettest.Authority, until time.Time) wallettest.IssuedCertificate {
	t.Helper()
	certificate, err := authority.Issue(until)
	if err != nil {
		t.Fatal(err)
	}
	return certificate
}

func write(t *testing.T, certificate wallettest.IssuedCertificate) wallet.IdentityFiles {
	t.Helper()
	files, err := certificate.Write(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	return files
}

func newMaker(t *testing.T, authority *wallettest.Authority) *wallet.Maker {
	t.Helper()
	identity, err := wallet.ReadIdentity(write(t, issue(t, authority, noon.AddDate(0, 5, 0))), noon)
	if err != nil {
		t.Fatal(err)
	}
	maker, err := wallet.NewMaker(identity, service)
	if err != nil {
		t.Fatal(err)
	}
	return maker
}

func makePass(t *testing.T, maker *wallet.Maker, card wallet.Card) map[string][]byte {
	t.Helper()
	pass, err := maker.Make(card)
	if err != nil {
		t.Fatal(err)
	}
	archive, err := zip.NewReader(bytes.NewReader(pass), int64(len(pass)))
	if err != nil {
		t.Fatal(err)
	}
	files := map[string][]byte{}
	for _, file := range archive.File {
		reader, err := file.Open()
		if err != nil {
			t.Fatal(err)
		}
		if files[file.Name], err = io.ReadAll(reader); err != nil {
			t.Fatal(err)
		}
	}
	return files
}

type pass struct {
	FormatVersion       *int
	PassTypeIdentifier  string
	TeamIdentifier      string
	SerialNumber        string
	OrganizationName    string
	Description         string
	LogoText            string
	ForegroundColor     string
	LabelColor          string
	BackgroundColor     string
	WebServiceURL       string
	AuthenticationToken string
	SharingProhibited   bool
	Voided              bool
	Barcodes            []struct{ Format, Message, MessageEncoding string }
	StoreCard           struct {
		HeaderFields, PrimaryFields, SecondaryFields, AuxiliaryFields, BackFields []passField
	}
}

type passField struct {
	Key, Label, ChangeMessage string
	Value                     *string
}

func read(t *testing.T, files map[string][]byte) pass {
	t.Helper()
	var p pass
	if err := json.Unmarshal(files["pass.json"], &p); err != nil {
		t.Fatal(err)
	}
	return p
}

func (p pass) fields() []passField {
	var all []passField
	for _, fields := range [][]passField{p.StoreCard.HeaderFields, p.StoreCard.SecondaryFields, p.StoreCard.AuxiliaryFields, p.StoreCard.BackFields} {
		all = append(all, fields...)
	}
	return all
}

func (p pass) valueOf(key string) string {
	for _, field := range p.fields() {
		if field.Key == key && field.Value != nil {
			return *field.Value
		}
	}
	return ""
}

func cardAt(terms loyalty.Terms, stamps int64, owed ...loyalty.RewardKind) wallet.Card {
	progress := loyalty.Progress{Card: loyalty.Card{Stamps: stamps, CustomerID: "ana"}, Terms: terms}
	for _, kind := range owed {
		progress.Owed = append(progress.Owed, loyalty.Reward{Kind: kind, Status: loyalty.RewardPending})
	}
	return wallet.Card{
		Serial: "c4rdc4rdc4rdc4rdc4rdc4rdc4", Token: "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef",
		PassFace: loyalty.PassFace{Business: "Barbería Ñandú", FirstName: "Ana", Progress: progress},
		QR:       `{"type":"AXIOMA_CUSTOMER"}`, Portal: "https://cards.example.com/portal",
	}
}

func termsOfTen() loyalty.Terms { return loyalty.Terms{Target: 10, Half: 5} }
func termsOfVIP() loyalty.Terms { return loyalty.Terms{Target: 4, VIP: true} }
