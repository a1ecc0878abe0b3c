package config

import (
	"encoding/base64"
	"strings"
	"testing"
)

func TestParseSigningKeys(t *testing.T) {
	t.Parallel()
	encode := func(text string) string { return base64.StdEncoding.EncodeToString([]byte(text)) }
	one, two := encode(strings.Repeat("1", 32)), encode(strings.Repeat("2", 48))
	keys, err := ParseSigningKeys(one + "\n" + two + "\n")
	if err != nil || len(keys) != 2 || string(keys[0]) != strings.Repeat("1", 32) || string(keys[1]) != strings.Repeat("2", 48) {
		t.Errorf("the keys are %q, %v; want both keys of the file", keys, err)
	}
	for name, c := range map[string]struct{ text, want string }{
		"empty":       {" \n", "no key"},
		"a sentence":  {"my secret!", "key 1 is not base64"},
		"too short":   {one + " " + encode(strings.Repeat("3", 31)), "key 2 has 31 bytes"},
		"repeated":    {one + " " + one, "key 2 is repeated"},
		"many":        {strings.Repeat(one+" ", 11), "11 keys"},
		"cut":         {one[:len(one)-3], "key 1 is not base64"},
		"url base64":  {strings.ReplaceAll(encode(strings.Repeat("\xff", 33)), "/", "_"), "key 1 is not base64"},
		"with quotes": {`"` + one + `"`, "key 1 is not base64"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := ParseSigningKeys(c.text)
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Fatalf("%v, want %q", err, c.want)
			}
			for _, word := range strings.Fields(c.text) {
				if strings.Contains(err.Error(), word) {
					t.Errorf("the error contains the key: %v", err)
				}
			}
		})
	}
}

func TestServer_TwoSigningKeySettings_AreRefused(t *testing.T) {
	t.Parallel()
	key := base64.StdEncoding.EncodeToString([]byte(strings.Repeat("1", 32)))
	for name, c := range map[string]struct {
		settings SigningKeys
		want     string
	}{
		"none":              {SigningKeys{}, ""},
		"a key":             {SigningKeys{Keys: key}, ""},
		"a command":         {SigningKeys{Command: "cat key"}, ""},
		"both":              {SigningKeys{Keys: key, Command: "cat key"}, "exclude each other"},
		"a key that is bad": {SigningKeys{Keys: "short"}, "--signing-key: key 1"},
	} {
		t.Run(name, func(t *testing.T) {
			err := c.settings.check()
			if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v, want %q", err, c.want)
			}
		})
	}
}
