; The report as JSON, with the run that --dynamic makes.
; RUN: avarice analyze liveness --json --dynamic --args 3 %s
; OUTPUT:
; {
;   "schema": 1,
;   "run": {
;     "function": "half",
;     "args": [
;       "3"
;     ],
;     "outcome": "returned -1",
;     "steps": 4,
;     "output": ""
;   },
;   "functions": [
;     {
;       "name": "half",
;       "order": "postorder",
;       "sets": "bits",
;       "granularity": "block",
;       "variables": [
;         "i32 %a",
;         "%h = lshr i32 %a, 1",
;         "%even = and i32 %a, 1",
;         "%c = icmp eq i32 %even, 0"
;       ],
;       "nodes": [
;         {
;           "block": "%yes",
;           "statement": null,
;           "defs": [
;             1
;           ],
;           "uses": [
;             0
;           ],
;           "phi_uses": [],
;           "live_in": [
;             0
;           ],
;           "live_out": [],
;           "dynamic": {
;             "visits": 0,
;             "live_in": [],
;             "live_out": []
;           }
;         },
;         {
;           "block": "%no",
;           "statement": null,
;           "defs": [],
;           "uses": [],
;           "phi_uses": [],
;           "live_in": [],
;           "live_out": [],
;           "dynamic": {
;             "visits": 1,
;             "live_in": [],
;             "live_out": []
;           }
;         },
;         {
;           "block": "%0",
;           "statement": null,
;           "defs": [
;             2,
;             3
;           ],
;           "uses": [
;             0
;           ],
;           "phi_uses": [],
;           "live_in": [
;             0
;           ],
;           "live_out": [
;             0
;           ],
;           "dynamic": {
;             "visits": 1,
;             "live_in": [
;               0
;             ],
;             "live_out": []
;           }
;         }
;       ],
;       "iterations": [
;         {
;           "variable": null,
;           "steps": [
;             {
;               "node": 0,
;               "before": [],
;               "after": [
;                 0
;               ]
;             },
;             {
;               "node": 1,
;               "before": [],
;               "after": []
;             },
;             {
;               "node": 2,
;               "before": [],
;               "after": [
;                 0
;               ]
;             }
;           ]
;         },
;         {
;           "variable": null,
;           "steps": [
;             {
;               "node": 0,
;               "before": [
;                 0
;               ],
;               "after": [
;                 0
;               ]
;             },
;             {
;               "node": 1,
;               "before": [],
;               "after": []
;             },
;             {
;               "node": 2,
;               "before": [
;                 0
;               ],
;               "after": [
;                 0
;               ]
;             }
;           ]
;         }
;       ],
;       "live": [
;         0
;       ],
;       "counts": {
;         "iterations": 2,
;         "transfers": 6,
;         "operations": 16,
;         "steps": 16,
;         "bytes": 192
;       }
;     }
;   ]
; }

define i32 @half(i32 %a) {
  %even = and i32 %a, 1
  %c = icmp eq i32 %even, 0
  br i1 %c, label %yes, label %no

yes:
  %h = lshr i32 %a, 1
  ret i32 %h

no:
  ret i32 -1
}
