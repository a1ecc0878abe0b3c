package wallettest

import (
	"encoding/json"
	"strings"
	"testing"
)

const aPass = `{"formatVersion":1,"passTypeIdentifier":"pass.es.axioma.test","teamIdentifier":"TEAM123456","serialNumber":"s1","organizationName":"Barbería","description":"Tarjeta",
	"foregroundColor":"rgb(1, 2, 3)","webServiceURL":"https://cards.example.com/api/wallet","authenticationToken":"0123456789abcdef",
	"barcodes":[{"format":"PKBarcodeFormatQR","message":"{}","messageEncoding":"iso-8859-1"}],
	"storeCard":{"headerFields":[{"key":"visits","value":"0/10"}],"backFields":[{"key":"news","value":"Hola","changeMessage":"%@"}]}}`

func TestDocument_BrokenRule_IsRefused(t *testing.T) {
	t.Parallel()
	for name, change := range map[string][2]string{
		"another format":                {`"formatVersion":1`, `"formatVersion":2`},
		"no type":                       {`"pass.es.axioma.test"`, `""`},
		"no team":                       {`"TEAM123456"`, `""`},
		"no serial":                     {`"s1"`, `""`},
		"no organization":               {`"Barbería"`, `""`},
		"no description":                {`"Tarjeta"`, `""`},
		"a colour in hex":               {`rgb(1, 2, 3)`, `#010203`},
		"a web service over http":       {`https://`, `http://`},
		"a token of 15 characters":      {`0123456789abcdef`, `0123456789abcde`},
		"a web service without a token": {`"authenticationToken":"0123456789abcdef",`, ``},
		"an unknown code":               {`PKBarcodeFormatQR`, `QR`},
		"an empty code":                 {`"message":"{}"`, `"message":""`},
		"a code beyond Latin 1":         {`"message":"{}"`, `"message":"€"`},
		"no style":                      {`"storeCard"`, `"card"`},
		"two styles":                    {`"storeCard"`, `"generic":{},"storeCard"`},
		"two fields with one key":       {`"key":"news"`, `"key":"visits"`},
		"a field without a key":         {`"key":"news"`, `"key":""`},
		"a field without value":         {`"value":"Hola"`, `"value":null`},
		"news without the value":        {`"%@"`, `"Hola"`},
		"four in the header":            {`"headerFields":[`, `"headerFields":[{"key":"a","value":1},{"key":"b","value":1},{"key":"c","value":1},`},
		"five secondary fields":         {`"backFields"`, `"secondaryFields":[{"key":"a","value":1},{"key":"b","value":1},{"key":"c","value":1}],"auxiliaryFields":[{"key":"d","value":1},{"key":"e","value":1}],"backFields"`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if strings.Count(aPass, change[0]) == 0 {
				t.Fatalf("there is no %s in the valid pass to change", change[0])
			}
			if err := documentOf(t, strings.Replace(aPass, change[0], change[1], 1)).refuse(); err == nil {
				t.Error("the changed pass is accepted")
			}
		})
	}
	if err := documentOf(t, aPass).refuse(); err != nil {
		t.Errorf("a valid pass is refused: %v", err)
	}
}

func documentOf(t *testing.T, text string) document {
	t.Helper()
	var d document
	if err := json.Unmarshal([]byte(text), &d); err != nil {
		t.Fatal(err)
	}
	return d
}
