package httpapi

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/csv"
	"encoding/hex"
	"encoding/json"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"unicode/utf8"
)

func FuzzDecodeJSON(f *testing.F) {
	for _, seed := range []string{
		`{"name":"Ana","NAME":"Bea"}`, `{"a":1}{"b":2}`, `[[[[]]]]`, `null`, `"\u0000"`, "{\"a\":\"\xff\"}", `{"a":{"b":{"a":1}}}`, `{"":1}`, `1e999`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		var value any
		if decodeJSON(data, &value) != nil {
			return
		}
		if !json.Valid(data) || !utf8.Valid(data) {
			t.Errorf("%q is accepted, but is not valid JSON in UTF-8", data)
		}
		if text, ok := value.(string); ok && strings.Contains(text, "\x00") {
			t.Errorf("%q has a NUL", data)
		}
	})
}

func FuzzHandover(f *testing.F) {
	for _, seed := range []string{
		`{"token":"t","visits":[]}`, `{"token":"t","visits":[{"key":"k","customerId":"c","scannedAt":"2026-11-27T10:00:00Z","sentAt":"2026-11-27T10:01:00Z"}]}`,
		`{"visits":[{"phone":null,"notes":7}]}`, `{"visits":{}}`, `{"visits":[{"scannedAt":"0000-00-00T00:00:00Z"}]}`, `{"visits":[null]}`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		var in handOverInput
		if decodeJSON(data, &in.Body) != nil {
			return
		}
		encodedBody, err := json.Marshal(in.Body)
		if err != nil {
			t.Fatalf("%q is accepted but cannot be written: %v", data, err)
		}
		var again handOverInput
		if err := decodeJSON(encodedBody, &again.Body); err != nil {
			t.Errorf("%q is accepted and written as %s, which is then refused: %v", data, encodedBody, err)
		}
	})
}

func FuzzWebhookSignature(f *testing.F) {
	f.Add("sha256=", []byte(`{}`))
	f.Add("sha1=da39a3ee5e6b4b0d3255bfef95601890afd80709", []byte(""))
	f.Add("sha256=e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855", []byte(""))
	f.Add("SHA256=zz", []byte("\x00"))
	webhook := Webhook{AppSecret: appSecret}
	f.Fuzz(func(t *testing.T, signature string, body []byte) {
		mac := hmac.New(sha256.New, []byte(appSecret))
		mac.Write(body)
		sum := hex.EncodeToString(mac.Sum(nil))
		digest, named := strings.CutPrefix(signature, "sha256=")
		if webhook.signedBy(signature, body) != (named && strings.EqualFold(digest, sum)) {
			t.Errorf("the signature %q of %q is accepted though invalid, or refused though valid", signature, body)
		}
		if !webhook.signedBy("sha256="+sum, body) || (Webhook{}).signedBy("sha256="+sum, body) {
			t.Errorf("the valid signature of %q is refused, or accepted without a secret", body)
		}
	})
}

func FuzzParseOrigin(f *testing.F) {
	for _, seed := range []string{"192.0.2.1", "192.0.2.1:443", "[2001:db8::1]:80", "::ffff:192.0.2.1", "fe80::1%eth0", "", "unknown", "1.2.3.4, 5.6.7.8"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		from := parseOrigin(text)
		if (from.address == "" || from.network == "") && text != "" {
			t.Errorf("%q has the address %q in the network %q", text, from.address, from.network)
		}
	})
}

func FuzzCSVRow(f *testing.F) {
	for _, seed := range []string{"Ana", "=1+1", ";=1", "\"=1", " \t@SUM(A1)", "a\r\n-1", "＝1", "\u200b=1", `a"b`} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, cell string) {
		for _, separator := range []rune{',', ';'} {
			reader := csv.NewReader(strings.NewReader(csvRow(separator, []string{"a", cell, "b"})))
			reader.Comma = separator
			row, err := reader.Read()
			if err != nil || len(row) != 3 || row[0] != "a" || row[2] != "b" {
				t.Fatalf("%q is read as %q, %v; want three cells, the outer ones unchanged", cell, row, err)
			}
			if strings.IndexAny(strings.TrimLeft(row[1], " \t\r\n\""), "=+-@") == 0 {
				t.Errorf("%q is a formula: %q", cell, row[1])
			}
		}
	})
}

func FuzzCheckText(f *testing.F) {
	for _, seed := range []string{"/customers?q=Ana", "/%00", "/a?b=%ff", "/a?%zz", "/%c3%28", "/a;b=c?d;e"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		address, err := url.ParseRequestURI(text)
		if err != nil || checkText(address) != nil {
			return
		}
		for name, values := range address.Query() {
			if whole := name + strings.Join(values, ""); !utf8.ValidString(whole) || strings.Contains(whole, "\x00") {
				t.Errorf("%q has the parameter %q", text, whole)
			}
		}
		if !utf8.ValidString(address.Path) || strings.Contains(address.Path, "\x00") {
			t.Errorf("%q has the path %q", text, address.Path)
		}
	})
}

func FuzzDeviceMarks(f *testing.F) {
	for _, seed := range []string{"axioma_known=a.b.c", "axioma_known=" + strings.Repeat("a.", 40), "axioma_known=\"\"; axioma_known=x", "axioma_known"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, cookies string) {
		request := httptest.NewRequest("GET", "/", nil)
		request.Header.Set("Cookie", cookies)
		if marks := readDeviceMarks(request); len(marks) > 8 {
			t.Errorf("%q has %d marks, want at most 8", cookies, len(marks))
		}
	})
}
