//! `clearance-bindgen IN.wasm OUT_DIR`: the module as a browser loads it, and its JavaScript side.

use std::env;
use std::process::ExitCode;

use wasm_bindgen_cli_support::Bindgen;

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [input, output] = &arguments[..] else {
        eprintln!("usage: clearance-bindgen IN.wasm OUT_DIR");
        return ExitCode::FAILURE;
    };
    let mut bindgen = Bindgen::new();
    let written = bindgen.web(true).and_then(|bindgen| {
        bindgen
            .input_path(input)
            .out_name("clearance")
            .typescript(true)
            .omit_default_module_path(false)
            .remove_producers_section(true)
            .remove_name_section(true)
            .generate(output)
    });
    match written {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("clearance-bindgen: {error:#}");
            ExitCode::FAILURE
        }
    }
}
